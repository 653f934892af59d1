#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : sum |x_i| <= radius }. The minimiser is one coordinate: -radius sign(g_i) e_i for the
/// first i of largest |g_i|.
class L1Ball final : public NormBall {
 public:
  explicit L1Ball(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, Answer& answer) const override;
  std::optional<double> diameter() const override;
};

}  // namespace acgd
