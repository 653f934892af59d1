#pragma once

#include <Eigen/SparseCore>
#include <filesystem>

#include "acgd/core/vector.hpp"

namespace acgd::io {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

struct LabelledSamples {
  SparseRows samples;  ///< one a row
  Vector labels;
};

/// Reads LIBSVM's text format: a sample a line, its label and then index:value for what is not 0,
/// indices from 1 and ascending. Tokens qid:... and what follows a # are passed over.
///
/// `features` is the number of columns, 0 for the highest index, which must then not exceed the
/// entries by more than kMaxUnused. Throws FileError, or InvalidInput
/// with line and column.
LabelledSamples read_libsvm(const std::filesystem::path& file, Index features = 0);

}  // namespace acgd::io
