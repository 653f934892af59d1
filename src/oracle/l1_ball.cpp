#include "acgd/oracle/l1_ball.hpp"

#include <cassert>

#include "oracle/entries.hpp"
#include "oracle/promising.hpp"

namespace acgd {

L1Ball::L1Ball(Index dimension, double radius) : NormBall(l1_norm(), dimension, radius) {}

void L1Ball::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const Index i = first_largest_size(g);
  answer.atom.become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
}

void L1Ball::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  const Index best = answer.atom.as<Atom::Coordinate>()->index;
  Promising& promising = answer.memory<Promising>();
  promising.scores.resize(dimension());
  promising.scores = -g.cwiseAbs();
  promising.choose(promising.scores, promising.scores[best] / 2, best, most);
  for (const Index i : promising.indices) {
    answer.add_other().become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
  }
}

Faces L1Ball::faces() const {
  return {.blocks = {{.kind = Faces::Kind::corners,
                      .scale = radius(),
                      .both_signs = true,
                      .has_origin = true}}};
}

}  // namespace acgd
