#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : (sum |x_i|^p)^(1/p) <= radius }, 1 < p < inf. With q = p / (p - 1) the minimiser is
/// -radius sign(g_i) |g_i|^(q-1) / ||g||_q^(q-1), and 0 for g = 0.
class LpBall final : public NormBall {
 public:
  LpBall(Index dimension, double p, double radius = 1);

  double p() const { return p_; }

  void minimize(const Gradient& gradient, Answer& answer) const override;
  std::optional<double> diameter() const override;

 private:
  double p_;
};

}  // namespace acgd
