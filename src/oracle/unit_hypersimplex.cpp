#include "acgd/oracle/unit_hypersimplex.hpp"

#include <cassert>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/capped.hpp"
#include "oracle/entries.hpp"
#include "oracle/recenter.hpp"

namespace acgd {

UnitHypersimplex::UnitHypersimplex(Index dimension, Index k, double top)
    : dimension_(dimension), k_(k), top_(top) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.k = k, .top = top});
  require_count_within(k, dimension);
}

std::string UnitHypersimplex::name() const {
  return compose("unit hypersimplex of at most {} times {} in R^{}", k_, top_, dimension_);
}

void UnitHypersimplex::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Largest& smallest = answer.memory<Largest>();
  choose_smallest(g, k_, smallest);
  Atom::Sparse& v = answer.atom.become_sparse(dimension_);
  v.indices.reserve(smallest.indices.size());
  v.values.reserve(smallest.indices.size());
  for (const Index i : smallest.indices) {
    if (!(g[i] < 0)) continue;
    v.indices.push_back(i);
    v.values.push_back(top_);
  }
}

Faces UnitHypersimplex::faces() const {
  if (k_ == dimension_) {
    return {.blocks = {{.kind = Faces::Kind::box}},
            .lower = Vector::Zero(dimension_),
            .upper = Vector::Constant(dimension_, top_)};
  }
  if (k_ > 1) return {};
  return {.blocks = {{.kind = Faces::Kind::corners, .scale = top_, .has_origin = true}}};
}

Violation UnitHypersimplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const double total = static_cast<double>(k_) * top_;
  const auto [outside, i] = farthest_outside(x, top_);
  const double sum = x.sum();
  const double above_total = sum - total;
  if (outside <= 0 && above_total <= 0) return {};
  if (outside > above_total) {
    return {outside, compose("x[{}] = {} is outside of [0, {}]", i, x[i], top_)};
  }
  return {above_total, compose("the sum is {}, above {}", sum, total)};
}

bool UnitHypersimplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double total = static_cast<double>(k_) * top_;
  if (!(farthest_outside(x, top_).distance <= kRecenterUpTo * top_)) return false;
  if (!(x.sum() - total <= kRecenterUpTo * total)) return false;
  const bool clamped = clamp_to_range(x, top_);
  const double above_total = x.sum() - total;
  if (above_total <= kRecenterFrom * total) return clamped;
  add_to_sum(x, top_, -above_total);
  return true;
}

}  // namespace acgd
