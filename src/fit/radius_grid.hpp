#pragma once

#include <optional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Radii of a path, found one after the other, so that penalties fall by one factor from lambda(0),
/// that of the null model, to a share of it: the grid of glmnet and scikit-learn.
///
/// lambda(r), see dual_gauge(), falls with r; for a quadratic over a polytope it is piecewise linear.
/// The next radius is where the secant through the last two points reaches the next value of the grid.
class RadiusGrid {
 public:
  /// lambda(0) and -lambda'(0); `count` values, that of the null model included.
  RadiusGrid(double penalty, double slope, Index count, double smallest_share);

  /// None at the end of the grid.
  std::optional<double> next() const;
  /// What was found at a radius.
  void add(double radius, double penalty);
  double smallest_penalty() const { return smallest_; }

 private:
  double largest_, smallest_, factor_;
  double radius_ = 0, penalty_, slope_;  ///< the last point, and the secant's -d lambda / d r
  Index done_ = 1, count_;
};

}  // namespace acgd
