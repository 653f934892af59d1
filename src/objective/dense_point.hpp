#pragma once

#include "acgd/direction/direction.hpp"
#include "acgd/norm/norm.hpp"

namespace acgd {

/// x as a dense vector that moves along directions d = atom + point_weight * x without forming d.
class DensePoint {
 public:
  explicit DensePoint(const Atom& x0);

  const Vector& x() const { return x_; }

  /// <g, d>
  double slope(const Direction& direction, const Vector& g) const;
  /// ||d||, in O(1) for the l2 norm and an atom of one coordinate
  double norm(const Direction& direction, const Norm& norm);
  /// x = x + t d; false when rounding left x as it was
  bool advance(const Direction& direction, double t);

 private:
  double distance_to_coordinate(const Atom::Coordinate& atom, double point_weight);

  Vector x_;
  double squared_norm_;  ///< ||x||^2, carried from step to step
  int steps_carried_ = 0;
  Vector scratch_;
};

}  // namespace acgd
