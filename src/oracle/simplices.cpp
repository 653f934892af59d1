#include "acgd/oracle/simplices.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"

namespace acgd {

namespace {

/// How far a sum violates its limit; negative or 0 if it does not.
double excess(double sum, double limit, Relation relation) {
  return relation == Relation::equal ? std::abs(sum - limit) : sum - limit;
}

std::string wrong_sum(double sum, double limit, Relation relation) {
  return compose("the sum is {}, {} {}", sum, relation == Relation::equal ? "not" : "above", limit);
}

/// Largest violation of [0, top] and its index.
struct OutsideOfRange {
  double distance = 0;
  Index index = 0;
};

OutsideOfRange farthest_outside(ConstVectorRef x, double top) {
  OutsideOfRange low, high;
  low.distance = -x.minCoeff(&low.index);
  high.distance = x.maxCoeff(&high.index) - top;
  return low.distance > high.distance ? low : high;
}

/// Clamps entries to [0, top]. Returns whether any changed.
bool clamp_to_range(VectorRef x, double top) {
  bool changed = false;
  for (double& entry : x) {
    if (entry >= 0 && entry <= top) continue;
    entry = std::clamp(entry, 0.0, top);
    changed = true;
  }
  return changed;
}

/// Adds `missing`, which may be negative, to the first entries between 0 and top, each up to its
/// bound.
void add_to_sum(VectorRef x, double top, double missing) {
  for (double& entry : x) {
    if (missing == 0) return;
    if (!(entry > 0 && entry < top)) continue;
    const double moved = std::clamp(entry + missing, 0.0, top);
    missing -= moved - entry;
    entry = moved;
  }
}

}  // namespace

Simplex::Simplex(Index dimension, double total, Relation relation)
    : dimension_(dimension), total_(total), relation_(relation) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.total = total});
}

std::string Simplex::name() const {
  return compose(
      "{} {} in R^{}",
      relation_ == Relation::equal ? "simplex of total" : "unit simplex of total at most", total_,
      dimension_);
}

void Simplex::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  const Index i = first_smallest(g);
  if (relation_ == Relation::equal || g[i] < 0) {
    lmo.atom.become_coordinate(dimension_, i, total_);
  } else {
    lmo.atom.become_coordinate(dimension_, 0, 0);
  }
}

void Simplex::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  const Vector& g = gradient.dense();
  const Index best = lmo.atom.as<Atom::Coordinate>()->index;
  const bool is_equal = relation_ == Relation::equal;
  if (most <= 0 || !(is_equal || g[best] < 0)) return;
  Promising& promising = lmo.memory<Promising>();
  promising.choose(g, is_equal ? halfway_to_mean(g) : g[best] / 2, best, most);
  for (const Index i : promising.indices) {
    lmo.add_other().become_coordinate(dimension_, i, total_);
  }
}

Faces Simplex::faces() const {
  return {.blocks = {{.kind = Faces::Kind::corners,
                      .scale = total_,
                      .has_origin = relation_ == Relation::at_most}}};
}

std::optional<double> Simplex::gauge(ConstVectorRef x) const {
  return x.minCoeff() < 0 ? std::numeric_limits<double>::infinity() : x.sum() / total_;
}

Violation Simplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index i = 0;
  const double below_zero = -x.minCoeff(&i);
  const double sum = x.sum();
  const double off_total = excess(sum, total_, relation_);
  if (below_zero <= 0 && off_total <= 0) return {};
  if (below_zero > off_total) return {below_zero, compose("x[{}] = {} is negative", i, x[i])};
  return {off_total, wrong_sum(sum, total_, relation_)};
}

bool Simplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double most = kRecenterUpTo * total_;
  if (!(x.minCoeff() >= -most && excess(x.sum(), total_, relation_) <= most)) return false;
  const bool raised = raise_to_zero(x);
  const double sum = x.sum();
  if (excess(sum, total_, relation_) <= kRecenterFrom * total_) return raised;
  x *= total_ / sum;
  return true;
}

Hypersimplex::Hypersimplex(Index dimension, Index k, double top, Relation relation)
    : dimension_(dimension), k_(k), top_(top), relation_(relation) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.k = k, .top = top});
  if (k > dimension) {
    throw InvalidInput("k", k, compose("must be at most the number of variables, {}", dimension));
  }
}

std::string Hypersimplex::name() const {
  return compose("{} {} times {} in R^{}",
                 relation_ == Relation::equal ? "hypersimplex of" : "unit hypersimplex of at most",
                 k_, top_, dimension_);
}

void Hypersimplex::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  Largest& smallest = lmo.memory<Largest>();
  smallest.keys = -g;  // NaN last
  smallest.choose(k_);
  Atom::Sparse& v = lmo.atom.become_sparse(dimension_);
  v.indices.reserve(smallest.indices.size());
  v.values.reserve(smallest.indices.size());
  for (const Index i : smallest.indices) {
    if (relation_ == Relation::at_most && !(g[i] < 0)) continue;
    v.indices.push_back(i);
    v.values.push_back(top_);
  }
}

Faces Hypersimplex::faces() const {
  const bool has_origin = relation_ == Relation::at_most;
  if (has_origin && k_ == dimension_) {
    return {.blocks = {{.kind = Faces::Kind::box}},
            .lower = Vector::Zero(dimension_),
            .upper = Vector::Constant(dimension_, top_)};
  }
  if (k_ > 1) return {};
  return {.blocks = {{.kind = Faces::Kind::corners, .scale = top_, .has_origin = has_origin}}};
}

Violation Hypersimplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const double total = static_cast<double>(k_) * top_;
  const auto [outside, i] = farthest_outside(x, top_);
  const double sum = x.sum();
  const double off_total = excess(sum, total, relation_);
  if (outside <= 0 && off_total <= 0) return {};
  if (outside > off_total) {
    return {outside, compose("x[{}] = {} is outside of [0, {}]", i, x[i], top_)};
  }
  return {off_total, wrong_sum(sum, total, relation_)};
}

bool Hypersimplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double total = static_cast<double>(k_) * top_;
  if (!(farthest_outside(x, top_).distance <= kRecenterUpTo * top_)) return false;
  if (!(excess(x.sum(), total, relation_) <= kRecenterUpTo * total)) return false;
  const bool clamped = clamp_to_range(x, top_);
  const double sum = x.sum();
  if (excess(sum, total, relation_) <= kRecenterFrom * total) return clamped;
  add_to_sum(x, top_, total - sum);
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

Description Simplex::Parameters::describe() {
  return {{"total", total, range::positive, "the sum"}};
}

std::unique_ptr<Oracle> Simplex::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Simplex>(context.variable.dimension, total);
}

Description Simplex::AtMost::describe() {
  return {{"total", total, range::positive, "the largest sum"}};
}

std::unique_ptr<Oracle> Simplex::AtMost::begin(const SetContext& context) const {
  return std::make_unique<Simplex>(context.variable.dimension, total, Relation::at_most);
}

Description Hypersimplex::Parameters::describe() {
  return {count_parameter(k, "number of non-zero entries of a vertex, at most n"),
          {"top", top, range::positive, "the largest entry"}};
}

std::unique_ptr<Oracle> Hypersimplex::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Hypersimplex>(context.variable.dimension, k, top);
}

Description Hypersimplex::AtMost::describe() {
  return {count_parameter(k, "maximum number of non-zero entries of a vertex, at most n"),
          {"top", top, range::positive, "the largest entry"}};
}

std::unique_ptr<Oracle> Hypersimplex::AtMost::begin(const SetContext& context) const {
  return std::make_unique<Hypersimplex>(context.variable.dimension, k, top, Relation::at_most);
}

Description KSparsePolytope::Parameters::describe() {
  return {count_parameter(k, "number of non-zero entries of a vertex"), radius_parameter(radius)};
}

std::unique_ptr<Oracle> KSparsePolytope::Parameters::begin(const SetContext& context) const {
  return std::make_unique<KSparsePolytope>(context.variable.dimension, k, radius);
}

}  // namespace acgd
