#pragma once

#include <optional>

#include "acgd/atom/direction.hpp"
#include "acgd/core/archive.hpp"
#include "acgd/iterate/point.hpp"
#include "acgd/norm/norm.hpp"

namespace acgd {

/// x as a dense vector that moves along directions without forming them.
class DensePoint {
 public:
  explicit DensePoint(const Atom& x0);

  const Vector& x() const { return x_; }
  /// ||x||^2
  double squared_norm() const { return squared_norm_; }

  /// ||d||, without reading x through for the l2 norm and a few atoms of one coordinate each
  double norm(const Direction& direction, const Norm& norm);
  /// x = x + t d; false when rounding left x as it was
  bool advance(const Direction& direction, double t);
  void recenter(const Recentering& recentering);

  void visit(Archive& archive) { archive(x_, squared_norm_, largest_squared_, steps_carried_); }

 private:
  /// ||d||^2 of a d of coordinates from ||x||^2, or nothing where that would cost digits
  std::optional<double> squared_length(const Direction& direction) const;
  bool advance_by_coordinates(const Direction& direction, double t);
  /// Computes ||x||^2 from x.
  void refresh();

  Vector x_;
  double squared_norm_ = 0;     ///< ||x||^2, carried from step to step
  double largest_squared_ = 0;  ///< the largest of them since it was computed from x
  int steps_carried_ = 0;
  Vector scratch_;
};

}  // namespace acgd
