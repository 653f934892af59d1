#pragma once

#include <optional>

#include "acgd/atom/direction.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// l/2 ||x||^2 at an x that is stored and moved elsewhere, and its parabola along a line.
class RidgeTerm {
 public:
  /// l = 0: no ridge.
  explicit RidgeTerm(double l) : l_(l) {}

  double l() const { return l_; }
  bool is_there() const { return l_ != 0; }

  /// Call after x has changed.
  void forget() { squared_.reset(); }
  double value(const Vector& x) { return l_ / 2 * squared(x); }

  /// Sets the line from x along d. `beside` is the line of another function along d, which provides
  /// ||d|| in `norm`. Keeps pointers to all arguments but `norm`.
  void look(const Direction& direction, const Vector& x, Line& beside, const Norm& norm);
  /// <grad, d> at t = 0
  double slope() const { return slope_; }
  /// d' H d = l ||d||^2
  double curvature();
  double change(double t) { return t * (slope_ + t / 2 * curvature()); }
  double slope(double t) { return slope_ + t * curvature(); }

  /// Rounding error of slope(); t times that of change(t).
  double slope_noise() const;
  /// Rounding error of the difference of two gradients in the dual norm, including that of x.
  double gradient_noise(const Vector& x, const Norm& norm);

 private:
  double squared(const Vector& x);

  double l_;
  std::optional<double> squared_;  ///< ||x||^2
  double slope_ = 0;
  std::optional<double> curvature_;

  // Of the line:
  const Direction* direction_ = nullptr;
  const Vector* x_ = nullptr;
  Line* beside_ = nullptr;
  bool is_euclidean_ = false;
  Vector d_;  ///< empty until needed
};

}  // namespace acgd
