#include "acgd/oracle/hypersimplex.hpp"

#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/capped.hpp"
#include "oracle/entries.hpp"
#include "oracle/recenter.hpp"

namespace acgd {

Hypersimplex::Hypersimplex(Index dimension, Index k, double top)
    : dimension_(dimension), k_(k), top_(top) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.k = k, .top = top});
  require_count_within(k, dimension);
}

std::string Hypersimplex::name() const {
  return compose("hypersimplex of {} times {} in R^{}", k_, top_, dimension_);
}

void Hypersimplex::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Largest& smallest = answer.memory<Largest>();
  choose_smallest(g, k_, smallest);
  Atom::Sparse& v = answer.atom.become_sparse(dimension_);
  v.indices.assign(smallest.indices.begin(), smallest.indices.end());
  v.values.assign(smallest.indices.size(), top_);
}

Faces Hypersimplex::faces() const {
  if (k_ > 1) return {};
  return {.blocks = {{.kind = Faces::Kind::corners, .scale = top_}}};
}

Violation Hypersimplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const double total = static_cast<double>(k_) * top_;
  const auto [outside, i] = farthest_outside(x, top_);
  const double sum = x.sum();
  const double off_total = std::abs(sum - total);
  if (outside <= 0 && off_total == 0) return {};
  if (outside > off_total) {
    return {outside, compose("x[{}] = {} is outside of [0, {}]", i, x[i], top_)};
  }
  return {off_total, compose("the sum is {}, not {}", sum, total)};
}

bool Hypersimplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double total = static_cast<double>(k_) * top_;
  if (!(farthest_outside(x, top_).distance <= kRecenterUpTo * top_)) return false;
  if (!(std::abs(x.sum() - total) <= kRecenterUpTo * total)) return false;
  const bool clamped = clamp_to_range(x, top_);
  const double missing = total - x.sum();
  if (std::abs(missing) <= kRecenterFrom * total) return clamped;
  add_to_sum(x, top_, missing);
  return true;
}

}  // namespace acgd
