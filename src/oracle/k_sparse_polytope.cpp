#include "acgd/oracle/k_sparse_polytope.hpp"

#include <cassert>

#include "core/compose.hpp"
#include "oracle/largest.hpp"

namespace acgd {

KSparsePolytope::KSparsePolytope(Index dimension, Index k, double radius)
    : NormBall(k_sparse_norm(k), dimension, radius), k_(k) {}

std::string KSparsePolytope::name() const {
  return compose("{}-sparse polytope of radius {} in R^{}", k_, radius(), dimension());
}

void KSparsePolytope::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Largest& largest = answer.memory<Largest>();
  largest.keys = g.cwiseAbs();
  largest.choose(k_);
  Atom::Sparse& v = answer.atom.become_sparse(dimension());
  v.indices.reserve(largest.indices.size());
  v.values.reserve(largest.indices.size());
  for (const Index i : largest.indices) {
    if (!(g[i] != 0)) continue;
    v.indices.push_back(i);
    v.values.push_back(g[i] > 0 ? -radius() : radius());
  }
}

Faces KSparsePolytope::faces() const {
  if (k_ >= dimension()) {
    return {.blocks = {{.kind = Faces::Kind::box}},
            .lower = Vector::Constant(dimension(), -radius()),
            .upper = Vector::Constant(dimension(), radius())};
  }
  if (k_ > 1) return {};
  return {.blocks = {{.kind = Faces::Kind::corners,
                      .scale = radius(),
                      .both_signs = true,
                      .has_origin = true}}};
}

}  // namespace acgd
