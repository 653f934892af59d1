#pragma once

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// { x : lower_i <= x_i <= upper_i }. The minimiser has lower_i where g_i > 0, upper_i where g_i <
/// 0, and the point of the interval nearest to 0 where g_i = 0.
class Box final : public Oracle {
 public:
  Box(Vector lower, Vector upper);
  /// The same finite bounds for every coordinate.
  Box(Index dimension, double lower, double upper);

  const Vector& lower() const { return lower_; }
  const Vector& upper() const { return upper_; }

  std::string name() const override;
  Index dimension() const override { return lower_.size(); }
  void minimize(const Gradient& gradient, Answer& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  /// To the nearest bound.
  bool recenter(VectorRef x) const override;
  std::optional<double> diameter() const override;
  /// When lower = -upper and upper > 0: the ball of a weighted linf norm.
  bool is_norm_ball() const override { return is_norm_ball_; }

 private:
  Vector lower_;
  Vector upper_;
  bool is_norm_ball_;
};

}  // namespace acgd
