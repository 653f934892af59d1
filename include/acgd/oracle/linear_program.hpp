#pragma once

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The constraints of a linear program: row_lower <= A x <= row_upper, lower <= x <= upper, where a
/// bound may be infinite. It has no objective: a run brings its own.
struct LinearProgram {
  Eigen::SparseMatrix<double> matrix = {};  ///< A; it may have no rows
  Vector row_lower = {};
  Vector row_upper = {};
  Vector lower = {};
  Vector upper = {};
  std::vector<std::string> row_names = {};     ///< for messages; may be empty
  std::vector<std::string> column_names = {};  ///< the same
};

}  // namespace acgd
