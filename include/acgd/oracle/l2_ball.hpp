#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : sqrt(sum x_i^2) <= radius }. The minimiser is -radius g / ||g||, and 0 for g = 0.
class L2Ball final : public NormBall {
 public:
  explicit L2Ball(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, Answer& answer) const override;
  std::optional<double> diameter() const override;
};

}  // namespace acgd
