#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "acgd/objective/sparse_map.hpp"
#include "io/format.hpp"

namespace acgd::problem {

/// A matrix with a row a sample, and what belongs to each row: a label, a target or a count.
struct Samples {
  std::variant<Matrix, SparseMatrix> matrix;
  Vector targets;
  std::vector<std::string> header = {};  ///< the first line of the table; empty: it has none

  Index count() const { return targets.size(); }
  Index features() const;
  /// "1605 samples of 123 features, 22249 non-zeros"
  std::string description() const;
};

/// How targets are turned into labels: as they are, 0 and 1, or -1 and +1.
enum class Labels { keep, zero_one, plus_minus };

Labels to_labels(const std::string& text);

struct SamplesSource {
  std::filesystem::path data;
  /// A vector file. Absent: they are in the LIBSVM file, or the last column of a table.
  std::optional<std::filesystem::path> targets = {};
  io::Format format = io::Format::by_name;  ///< of the data
  Index features = 0;                       ///< of a LIBSVM file; 0: the highest index there
  Labels labels = Labels::keep;
};

/// Reads .npy, .mtx, .csv and .tsv files (gz-compressed or not) as matrices, everything else as
/// LIBSVM, unless the format is given. Throws InvalidInput naming what is wrong where.
Samples read_samples(const SamplesSource& source);

}  // namespace acgd::problem
