#include "acgd/oracle/l1_ball.hpp"

#include <cassert>

#include "oracle/entries.hpp"

namespace acgd {

L1Ball::L1Ball(Index dimension, double radius) : NormBall(l1_norm(), dimension, radius) {}

void L1Ball::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const Index i = first_largest_size(g);
  answer.atom.become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
}

}  // namespace acgd
