#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : |x_i| <= radius for all i }. The minimiser is -radius sign(g), with sign(0) = 0.
class LinfBall final : public NormBall {
 public:
  explicit LinfBall(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, Answer& answer) const override;
  std::optional<double> diameter() const override;
};

}  // namespace acgd
