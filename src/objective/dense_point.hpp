#pragma once

#include <optional>

#include "acgd/core/state.hpp"
#include "acgd/direction/direction.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/cursor.hpp"

namespace acgd {

/// x as a dense vector that moves along directions d = atom + point_weight * x without forming d.
class DensePoint {
 public:
  explicit DensePoint(const Atom& x0);

  const Vector& x() const { return x_; }
  /// ||x||^2
  double squared_norm() const { return squared_norm_; }

  /// <g, d>
  double slope(const Direction& direction, const Vector& g) const;
  /// ||d||, in O(1) for the l2 norm and an atom of one coordinate
  double norm(const Direction& direction, const Norm& norm);
  /// x = x + t d; false when rounding left x as it was
  bool advance(const Direction& direction, double t);
  void correct(const Correction& correction);

  void visit(State& state) { state(x_, squared_norm_, largest_squared_, steps_carried_); }

 private:
  /// ||d||^2 from ||x||^2, or nothing where that would cost digits
  std::optional<double> squared_distance(const Atom::Coordinate& atom, double point_weight) const;
  /// Computes ||x||^2 from x.
  void refresh();

  Vector x_;
  double squared_norm_ = 0;     ///< ||x||^2, carried from step to step
  double largest_squared_ = 0;  ///< the largest of them since it was computed from x
  int steps_carried_ = 0;
  Vector scratch_;
};

}  // namespace acgd
