#pragma once

#include <optional>

#include "acgd/atom/direction.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/line.hpp"

namespace acgd {

/// l/2 ||x||^2 at an x that somebody else moves, and along a line from there: a parabola.
class RidgeTerm {
 public:
  /// l = 0: there is none.
  explicit RidgeTerm(double l) : l_(l) {}

  double l() const { return l_; }
  bool is_there() const { return l_ != 0; }

  /// x is another one.
  void forget() { squared_.reset(); }
  double value(const Vector& x) { return l_ / 2 * squared(x); }

  /// The line from x along d. `beside` is that of another function: it knows ||d||, in `norm`. All of
  /// them must stay while the line is in use.
  void look(const Direction& direction, const Vector& x, Line& beside, const Norm& norm);
  /// <grad, d> at t = 0
  double slope() const { return slope_; }
  /// d' H d = l ||d||^2
  double curvature();
  double change(double t) { return t * (slope_ + t / 2 * curvature()); }
  double slope(double t) { return slope_ + t * curvature(); }

  /// The rounding error to expect in slope(), and, t times that, in change(t).
  double slope_noise() const;
  /// The same for the difference of the gradients of two points, in the dual norm. They are those of
  /// x as rounding has left it.
  double gradient_noise(const Vector& x, const Norm& norm);

 private:
  double squared(const Vector& x);

  double l_;
  std::optional<double> squared_;  ///< ||x||^2
  double slope_ = 0;
  std::optional<double> curvature_;

  // The line:
  const Direction* direction_ = nullptr;
  const Vector* x_ = nullptr;
  Line* beside_ = nullptr;
  bool is_euclidean_ = false;
  Vector d_;  ///< empty before it had to be formed
};

}  // namespace acgd
