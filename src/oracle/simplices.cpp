#include "acgd/oracle/simplices.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/simplices.hpp"

namespace acgd {

void require_count_within(Index k, Index dimension) {
  require_at_least("k", k, 1);
  if (k > dimension) {
    throw InvalidInput(
        compose("k = {}: must be at most the number of variables, {}", k, dimension));
  }
}

void choose_smallest(const Vector& g, Index k, Largest& memory) {
  memory.keys = -g;
  memory.choose(k);
}

OutsideOfRange farthest_outside(ConstVectorRef x, double top) {
  OutsideOfRange low, high;
  low.distance = -x.minCoeff(&low.index);
  high.distance = x.maxCoeff(&high.index) - top;
  return low.distance > high.distance ? low : high;
}

bool clamp_to_range(VectorRef x, double top) {
  bool changed = false;
  for (double& entry : x) {
    if (entry >= 0 && entry <= top) continue;
    entry = std::clamp(entry, 0.0, top);
    changed = true;
  }
  return changed;
}

void add_to_sum(VectorRef x, double top, double missing) {
  for (double& entry : x) {
    if (missing == 0) return;
    if (!(entry > 0 && entry < top)) continue;
    const double moved = std::clamp(entry + missing, 0.0, top);
    missing -= moved - entry;
    entry = moved;
  }
}

Simplex::Simplex(Index dimension, double total) : dimension_(dimension), total_(total) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.total = total});
}

std::string Simplex::name() const {
  return compose("simplex of total {} in R^{}", total_, dimension_);
}

void Simplex::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  lmo.atom.become_coordinate(dimension_, first_smallest(g), total_);
}

void Simplex::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  Promising& promising = lmo.memory<Promising>();
  promising.choose(g, halfway_to_mean(g), lmo.atom.as<Atom::Coordinate>()->index, most);
  for (const Index i : promising.indices) {
    lmo.add_other().become_coordinate(dimension_, i, total_);
  }
}

Faces Simplex::faces() const {
  return {.blocks = {{.kind = Faces::Kind::corners, .scale = total_}}};
}

Violation Simplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index i = 0;
  const double below_zero = -x.minCoeff(&i);
  const double sum = x.sum();
  const double off_total = std::abs(sum - total_);
  if (below_zero <= 0 && off_total == 0) return {};
  if (below_zero > off_total) return {below_zero, compose("x[{}] = {} is negative", i, x[i])};
  return {off_total, compose("the sum is {}, not {}", sum, total_)};
}

bool Simplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double most = kRecenterUpTo * total_;
  if (!(x.minCoeff() >= -most && std::abs(x.sum() - total_) <= most)) return false;
  const bool raised = raise_to_zero(x);
  const double sum = x.sum();
  if (std::abs(sum - total_) <= kRecenterFrom * total_) return raised;
  x *= total_ / sum;
  return true;
}

UnitSimplex::UnitSimplex(Index dimension, double total) : dimension_(dimension), total_(total) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.total = total});
}

std::string UnitSimplex::name() const {
  return compose("unit simplex of total at most {} in R^{}", total_, dimension_);
}

void UnitSimplex::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  const Index i = first_smallest(g);
  if (g[i] < 0) {
    lmo.atom.become_coordinate(dimension_, i, total_);
  } else {
    lmo.atom.become_coordinate(dimension_, 0, 0);
  }
}

void UnitSimplex::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  const Vector& g = gradient.dense();
  const Index best = lmo.atom.as<Atom::Coordinate>()->index;
  if (most <= 0 || !(g[best] < 0)) return;
  Promising& promising = lmo.memory<Promising>();
  promising.choose(g, g[best] / 2, best, most);
  for (const Index i : promising.indices) {
    lmo.add_other().become_coordinate(dimension_, i, total_);
  }
}

Faces UnitSimplex::faces() const {
  return {.blocks = {{.kind = Faces::Kind::corners, .scale = total_, .has_origin = true}}};
}

Violation UnitSimplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index i = 0;
  const double below_zero = -x.minCoeff(&i);
  const double sum = x.sum();
  const double above_total = sum - total_;
  if (below_zero <= 0 && above_total <= 0) return {};
  if (below_zero > above_total) return {below_zero, compose("x[{}] = {} is negative", i, x[i])};
  return {above_total, compose("the sum is {}, above {}", sum, total_)};
}

bool UnitSimplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double most = kRecenterUpTo * total_;
  if (!(x.minCoeff() >= -most && x.sum() <= total_ + most)) return false;
  const bool raised = raise_to_zero(x);
  const double sum = x.sum();
  if (sum - total_ <= kRecenterFrom * total_) return raised;
  x *= total_ / sum;
  return true;
}

Hypersimplex::Hypersimplex(Index dimension, Index k, double top)
    : dimension_(dimension), k_(k), top_(top) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.k = k, .top = top});
  require_count_within(k, dimension);
}

std::string Hypersimplex::name() const {
  return compose("hypersimplex of {} times {} in R^{}", k_, top_, dimension_);
}

void Hypersimplex::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Largest& smallest = lmo.memory<Largest>();
  choose_smallest(g, k_, smallest);
  Atom::Sparse& v = lmo.atom.become_sparse(dimension_);
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

UnitHypersimplex::UnitHypersimplex(Index dimension, Index k, double top)
    : dimension_(dimension), k_(k), top_(top) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.k = k, .top = top});
  require_count_within(k, dimension);
}

std::string UnitHypersimplex::name() const {
  return compose("unit hypersimplex of at most {} times {} in R^{}", k_, top_, dimension_);
}

void UnitHypersimplex::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Largest& smallest = lmo.memory<Largest>();
  choose_smallest(g, k_, smallest);
  Atom::Sparse& v = lmo.atom.become_sparse(dimension_);
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

KSparsePolytope::KSparsePolytope(Index dimension, Index k, double radius)
    : NormBall(k_sparse_norm(k), dimension, radius), k_(k) {}

std::string KSparsePolytope::name() const {
  return compose("{}-sparse polytope of radius {} in R^{}", k_, radius(), dimension());
}

void KSparsePolytope::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Largest& largest = lmo.memory<Largest>();
  largest.keys = g.cwiseAbs();
  largest.choose(k_);
  Atom::Sparse& v = lmo.atom.become_sparse(dimension());
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
