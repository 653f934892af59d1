#include "acgd/oracle/l1_ball.hpp"

#include <cassert>

#include "oracle/point.hpp"

namespace acgd {

L1Ball::L1Ball(Index dimension, double radius) : NormBall(l1_norm(), dimension, radius) {}

void L1Ball::minimize(const Gradient& gradient, Answer& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const Index i = first_largest_size(g);
  answer.atom.become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
}

std::optional<double> L1Ball::diameter() const { return 2 * radius(); }

}  // namespace acgd
