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
  /// Every entry: rows * cols of them.
  Matrix to_dense() const;
};

/// Where a run stands: a vector, or, for objectives that keep their variable so, a low-rank matrix.
/// The other one is empty.
struct Point {
  Vector x = {};
  LowRank factors = {};
};

/// Changes x by no more than rounding has, and says whether it did.
using Recentering = std::function<bool(VectorRef x)>;

}  // namespace acgd
