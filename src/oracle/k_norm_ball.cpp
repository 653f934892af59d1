#include "acgd/oracle/k_norm_ball.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "oracle/entries.hpp"
#include "oracle/promising.hpp"

namespace acgd {

/// Answers have one shape or the other: the one that is not needed waits here with its memory.
struct KNormBall::Memory {
  Atom other_shape;
  Promising promising;
};

KNormBall::KNormBall(Index dimension, Index k, double radius)
    : NormBall(top_norm(k), dimension, radius), k_(k) {}

void KNormBall::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const Index i = first_largest_size(g);
  const auto k = static_cast<double>(k_);
  // From k = n on there is nothing of the cube outside of the l1 ball, whatever rounding says.
  const bool is_signs = k_ < dimension() && g.lpNorm<1>() / k > std::abs(g[i]);
  Memory& memory = answer.memory<Memory>();
  if (is_signs != (answer.atom.as<Atom::Signs>() != nullptr)) {
    std::swap(answer.atom, memory.other_shape);
  }
  if (!is_signs) {
    answer.atom.become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
    return;
  }
  Atom::Signs& v = answer.atom.become_signs(dimension());
  v.scale = radius() / k;
  for (Index j = 0; j < g.size(); ++j) {
    v.signs[j] = static_cast<std::int8_t>((g[j] < 0) - (g[j] > 0));
  }
}

void KNormBall::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  const auto* best = answer.atom.as<Atom::Coordinate>();
  Promising& promising = answer.memory<Memory>().promising;
  promising.scores.resize(dimension());
  promising.scores = -g.cwiseAbs();
  const double value =
      std::min(promising.scores.minCoeff(), promising.scores.sum() / static_cast<double>(k_));
  promising.choose(promising.scores, value / 2, best != nullptr ? best->index : -1, most);
  for (const Index i : promising.indices) {
    // With k = 1 these are within the cube, and no vertices.
    if (k_ == 1) break;
    answer.add_other().become_coordinate(dimension(), i, g[i] > 0 ? -radius() : radius());
  }
}

Faces KNormBall::faces() const {
  if (k_ >= dimension()) {
    return {.blocks = {{.kind = Faces::Kind::corners,
                        .scale = radius(),
                        .both_signs = true,
                        .has_origin = true}}};
  }
  if (k_ > 1) return {};
  return {.blocks = {{.kind = Faces::Kind::box}},
          .lower = Vector::Constant(dimension(), -radius()),
          .upper = Vector::Constant(dimension(), radius())};
}

}  // namespace acgd
