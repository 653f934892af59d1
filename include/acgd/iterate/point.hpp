#pragma once

#include <functional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The matrix left * right', of rank at most left.cols().
struct LowRank {
  Matrix left;   ///< rows x rank
  Matrix right;  ///< cols x rank

  Index rows() const { return left.rows(); }
  Index cols() const { return right.rows(); }
  Index rank() const { return left.cols(); }

  /// The entry (i, j), in O(rank).
  double at(Index i, Index j) const;
  /// The dense matrix, rows x cols.
  Matrix to_dense() const;
};

/// An iterate: a vector, or a low-rank matrix for objectives that store their variable so. The
/// other member is empty.
struct Point {
  Vector x = {};
  LowRank factors = {};
};

/// Moves x by no more than its rounding error; returns whether x changed.
using Recentering = std::function<bool(VectorRef x)>;

}  // namespace acgd
