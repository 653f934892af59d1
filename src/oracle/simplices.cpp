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

struct Knapsack::Memory {
  Vector ratios;
  std::vector<Index> order;  ///< the variables that may leave their low() bound
  Vector vertex;
  Index between = -1;  ///< the variable between its bounds; -1: none
};

Knapsack::Knapsack(Vector lower, Vector upper, Vector a, double total, Relation relation)
    : lower_(std::move(lower)),
      upper_(std::move(upper)),
      a_(std::move(a)),
      total_(total),
      relation_(relation) {
  const Box box(lower_, upper_);  // checks the bounds
  if (a_.size() != lower_.size()) {
    throw InvalidInput(
        "a", compose("has {} entries, must have as many as lower, {}", a_.size(), lower_.size()));
  }
  require_finite_entries("a", a_);
  if (!std::isfinite(total_)) throw InvalidInput("total", total_, "must be finite");
  double most = 0;
  for (Index i = 0; i < a_.size(); ++i) {
    least_ += a_[i] * low(i);
    most += a_[i] * high(i);
    size_ += std::abs(a_[i]) * std::max(std::abs(lower_[i]), std::abs(upper_[i]));
  }
  const double slack = kRecenterUpTo * size_;
  if (total_ < least_ - slack) {
    throw InvalidInput("total", total_,
                       compose("must be at least {}, the smallest a'x between the bounds", least_));
  }
  if (relation_ == Relation::equal && total_ > most + slack) {
    throw InvalidInput("total", total_,
                       compose("must be at most {}, the largest a'x between the bounds", most));
  }
}

std::string Knapsack::name() const {
  return compose("box in R^{} with a'x {} {}", dimension(),
                 relation_ == Relation::equal ? "=" : "<=", total_);
}

// The greedy vertex (see the class):
// 1. Start at low(i). A variable with a_i = 0 is at the bound given by the sign of g_i.
// 2. Candidates are the others, with <= only those of negative ratio g_i / a_i.
// 3. Split them at their median ratio. If the half of smaller ratios fits into the rest of the
//    total, all of it moves to high(i), else the other half stays. Repeat with the half that is
//    not decided.
// 4. The last one takes what is left.
void Knapsack::fill(const Vector& g, Memory& memory) const {
  const Index n = dimension();
  Vector& ratios = memory.ratios;
  Vector& v = memory.vertex;
  std::vector<Index>& order = memory.order;
  ratios.resize(n);
  v.resize(n);
  order.clear();
  order.reserve(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) {
    ratios[i] = a_[i] == 0 ? 0 : g[i] / a_[i];
    if (a_[i] == 0) {
      v[i] = g[i] > 0 ? lower_[i] : g[i] < 0 ? upper_[i] : std::clamp(0.0, lower_[i], upper_[i]);
      continue;
    }
    v[i] = low(i);
    if (relation_ == Relation::equal || ratios[i] < 0) order.push_back(i);
  }
  // NaN last.
  const auto is_before = [&](Index i, Index j) {
    const bool i_is_number = !std::isnan(ratios[i]), j_is_number = !std::isnan(ratios[j]);
    if (i_is_number != j_is_number) return i_is_number;
    if (!i_is_number || ratios[i] == ratios[j]) return i < j;
    return ratios[i] < ratios[j];
  };
  double rest = total_ - least_;
  auto first = order.begin(), last = order.end();
  while (last - first > 1) {
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, is_before);
    double room = 0;
    for (auto i = first; i != middle; ++i) room += a_[*i] * (high(*i) - low(*i));
    if (room <= rest) {
      for (auto i = first; i != middle; ++i) v[*i] = high(*i);
      rest -= room;
      first = middle;
    } else {
      last = middle;
    }
  }
  memory.between = -1;
  if (first == order.end() || !(rest > 0)) return;
  const Index i = *first;
  const bool fits = a_[i] * (high(i) - low(i)) <= rest;
  v[i] = fits ? high(i) : std::clamp(low(i) + rest / a_[i], lower_[i], upper_[i]);
  if (!fits) memory.between = i;
}

/// Sparse, if few entries are not 0.
void Knapsack::write(const Vector& v, Atom& atom) const {
  constexpr Index kFew = 4;
  const Index count = (v.array() != 0).count();
  if (kFew * count > dimension()) {
    atom.become_dense(dimension()) = v;
    return;
  }
  Atom::Sparse& entries = atom.become_sparse(dimension());
  entries.indices.reserve(static_cast<std::size_t>(count));
  entries.values.reserve(static_cast<std::size_t>(count));
  for (Index i = 0; i < v.size(); ++i) {
    if (v[i] == 0) continue;
    entries.indices.push_back(i);
    entries.values.push_back(v[i]);
  }
}

void Knapsack::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Memory& memory = lmo.memory<Memory>();
  fill(g, memory);
  write(memory.vertex, lmo.atom);
}

void Knapsack::minimize_several(const Gradient& gradient, Index most, LmoResult& lmo) const {
  minimize(gradient, lmo);
  lmo.other_count = 0;
  Memory& memory = lmo.memory<Memory>();
  const Index b = memory.between;
  if (b < 0 || most <= 0) return;
  // The candidates of closest ratio, from both sides.
  const auto is_closer = [&](Index i, Index j) {
    const double one = std::abs(memory.ratios[i] - memory.ratios[b]);
    const double other = std::abs(memory.ratios[j] - memory.ratios[b]);
    return one < other || (one == other && i < j);
  };
  std::vector<Index>& order = memory.order;
  const auto count = std::min(order.size(), static_cast<std::size_t>(most) + 1);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    is_closer);
  Vector& v = memory.vertex;
  const double of_b = v[b];
  for (std::size_t k = 0; k < count && lmo.other_count < static_cast<std::size_t>(most); ++k) {
    const Index j = order[k];
    if (j == b || upper_[j] == lower_[j]) continue;
    // j moves toward its other bound, and b balances the row until one of both arrives.
    const double before = v[j];
    const bool rises = before == low(j);
    const double room_of_j = a_[j] * ((rises ? high(j) : low(j)) - before);
    const double room_of_b = a_[b] * ((rises ? low(b) : high(b)) - of_b);
    const bool j_arrives = std::abs(room_of_j) <= std::abs(room_of_b);
    const double moved = j_arrives ? room_of_j : -room_of_b;
    if (moved == 0) continue;
    v[j] = j_arrives ? (rises ? high(j) : low(j))
                     : std::clamp(before + moved / a_[j], lower_[j], upper_[j]);
    v[b] = j_arrives ? std::clamp(of_b - moved / a_[b], lower_[b], upper_[b])
                     : (rises ? low(b) : high(b));
    if (v[j] != before) write(v, lmo.add_other());
    v[j] = before;
    v[b] = of_b;
  }
}

Violation Knapsack::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index below = 0, above = 0;
  const double under = (lower_ - x).maxCoeff(&below), over = (x - upper_).maxCoeff(&above);
  const double sum = a_.dot(x);
  const double off_total = excess(sum, total_, relation_);
  // In units of x.
  const double norm = a_.lpNorm<Eigen::Infinity>();
  const double off = norm > 0 ? off_total / norm : 0;
  if (under <= 0 && over <= 0 && off <= 0) return {};
  if (under > over && under > off) {
    return {under, compose("x[{}] = {} is below {}", below, x[below], lower_[below])};
  }
  if (over > off) return {over, compose("x[{}] = {} is above {}", above, x[above], upper_[above])};
  return {off,
          compose("a'x is {}, {} {}", sum, relation_ == Relation::equal ? "not" : "above", total_)};
}

bool Knapsack::recenter(VectorRef x) const {
  assert(x.size() == dimension());
  bool changed = false;
  for (Index i = 0; i < x.size(); ++i) {
    const double inside = std::clamp(x[i], lower_[i], upper_[i]);
    if (x[i] == inside) continue;
    const double size = std::max(std::abs(lower_[i]), std::abs(upper_[i]));
    if (!(std::abs(x[i] - inside) <= kRecenterUpTo * size)) return changed;
    x[i] = inside;
    changed = true;
  }
  const double off = excess(a_.dot(x), total_, relation_);
  if (!(off > kRecenterFrom * size_ && off <= kRecenterUpTo * size_)) return changed;
  double missing = total_ - a_.dot(x);
  for (Index i = 0; i < x.size() && missing != 0; ++i) {
    if (a_[i] == 0 || !(x[i] > lower_[i] && x[i] < upper_[i])) continue;
    const double moved = std::clamp(x[i] + missing / a_[i], lower_[i], upper_[i]);
    missing -= a_[i] * (moved - x[i]);
    x[i] = moved;
  }
  return true;
}

bool Knapsack::is_interior(ConstVectorRef x) const {
  return relation_ == Relation::at_most && (x.array() > lower_.array()).all() &&
         (x.array() < upper_.array()).all() && a_.dot(x) < total_;
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

Description Knapsack::Parameters::describe() {
  return {{"limit", total, range::finite, "of a'x"},
          {"file", file, range::any,
           "a matrix file with three columns, l_i, u_i and a_i, and a row for each variable"}};
}

namespace {

std::unique_ptr<Oracle> read_knapsack(const Knapsack::Parameters& given, const SetContext& context,
                                      Relation relation) {
  const Matrix columns = context.reader().matrix(given.file);
  if (columns.cols() != 3) {
    throw InvalidInput(
        "file", given.file,
        compose("has {} columns, must have three: lower, upper and a", columns.cols()));
  }
  return std::make_unique<Knapsack>(columns.col(0), columns.col(1), columns.col(2), given.total,
                                    relation);
}

}  // namespace

std::unique_ptr<Oracle> Knapsack::Parameters::begin(const SetContext& context) const {
  return read_knapsack(*this, context, Relation::at_most);
}

std::unique_ptr<Oracle> Knapsack::Equal::begin(const SetContext& context) const {
  return read_knapsack(*this, context, Relation::equal);
}

Description KSparsePolytope::Parameters::describe() {
  return {count_parameter(k, "number of non-zero entries of a vertex"), radius_parameter(radius)};
}

std::unique_ptr<Oracle> KSparsePolytope::Parameters::begin(const SetContext& context) const {
  return std::make_unique<KSparsePolytope>(context.variable.dimension, k, radius);
}

}  // namespace acgd
