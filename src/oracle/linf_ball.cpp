#include "acgd/oracle/linf_ball.hpp"

#include <cassert>

namespace acgd {

LinfBall::LinfBall(Index dimension, double radius) : NormBall(linf_norm(), dimension, radius) {}

void LinfBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Atom::Signs& v = answer.atom.become_signs(dimension());
  v.scale = radius();
  for (Index i = 0; i < g.size(); ++i) {
    v.signs[i] = static_cast<std::int8_t>((g[i] < 0) - (g[i] > 0));
  }
}

Faces LinfBall::faces() const {
  return {.blocks = {{.kind = Faces::Kind::box}},
          .lower = Vector::Constant(dimension(), -radius()),
          .upper = Vector::Constant(dimension(), radius())};
}

}  // namespace acgd
