#include "acgd/oracle/lp_ball.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace acgd {

LpBall::LpBall(Index dimension, double p, double radius)
    : NormBall(lp_norm(p), dimension, radius), p_(p) {}

void LpBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = answer.atom.become_dense(dimension());
  const double largest = g.cwiseAbs().maxCoeff();
  if (!(largest > 0)) {
    v.setZero();
    return;
  }
  // With u = |g| / largest in [0, 1] and w = u^(q-1), where q - 1 = 1 / (p - 1), the minimiser is
  // -radius sign(g) w / ||w||_p. Nothing overflows, whatever the size of g. As w^p = w u, the sum
  // below is ||w||_p^p of the w at hand, so v has norm `radius` even where w itself is inexact
  // (p near 1 magnifies the rounding of u).
  const double exponent = 1 / (p_ - 1);
  double sum = 0;
  for (Index i = 0; i < g.size(); ++i) {
    const double u = std::abs(g[i]) / largest;
    v[i] = std::pow(u, exponent);
    sum += v[i] * u;
  }
  const double length = std::pow(sum, 1 / p_);
  for (Index i = 0; i < g.size(); ++i) {
    v[i] = std::copysign(radius() * (v[i] / length), -g[i]);
  }
}

}  // namespace acgd
