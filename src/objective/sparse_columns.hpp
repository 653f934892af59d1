#pragma once

#include <Eigen/SparseCore>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Whether indices ascend in each column of a, and none occurs twice. Throws InvalidInput if the
/// arrays that a is made of do not fit together, or an index lies outside: matrices that were
/// mapped onto arrays of somebody else may be anything.
bool are_sorted(const char* argument, const Eigen::SparseMatrix<double>& a);

/// The same matrix with its indices in ascending order; entries of one place are added up.
Eigen::SparseMatrix<double> sorted(const Eigen::SparseMatrix<double>& a);

}  // namespace acgd
