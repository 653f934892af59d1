#include "direction/weight_model.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace acgd {
namespace {

// Quantities that promise so much of what the best one does leave their bounds together.
constexpr double kTogether = 0.1;
// So many changes of the passive set for each quantity are more than rounding makes sense of.
constexpr Index kChangesEach = 20;

// A fall of the model by less than this share of all of its fall is rounding.
constexpr double kNoFall = 1e-14;
// The model bends downwards along v where v'Hv is below minus this share of what adds up to it.
constexpr double kDownwards = 1e-9;
// Of a sum, before it is restored; and of one that has lost so much that the minimum is not one.
constexpr double kDrift = 1e-12;
constexpr double kLost = 1e-2;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void WeightModel::grow(Index rows) {
  if (rows > h_.rows()) {
    const Index room = rows + rows / 2 + 32;
    h_.conservativeResize(room, room);
    for (Vector* each : {&hp_, &step_}) each->resize(room);
    deferred_.reserve(static_cast<std::size_t>(room));
    entrants_.reserve(static_cast<std::size_t>(room));
  }
  rows_ = rows;
}

void WeightModel::clear() {
  rows_ = 0;
  passive_.clear();
}

void WeightModel::keep(const std::vector<char>& stays) {
  for (std::size_t k = passive_.rows().size(); k-- > 0;) {
    if (!stays[static_cast<std::size_t>(passive_.rows()[k])]) passive_.remove(k);
  }
  std::vector<Index>& place = entrants_;
  place.resize(static_cast<std::size_t>(rows_));
  Index kept = 0;
  for (Index i = 0; i < rows_; ++i) {
    place[static_cast<std::size_t>(i)] = kept;
    if (stays[static_cast<std::size_t>(i)]) {
      h_.col(kept++).head(rows_) = h_.col(i).head(rows_);
    }
  }
  for (Index i = 0; i < rows_; ++i) {
    if (!stays[static_cast<std::size_t>(i)]) continue;
    h_.row(place[static_cast<std::size_t>(i)]).head(kept) = h_.row(i).head(kept);
  }
  passive_.rename(place, kept);
  rows_ = kept;
}

Index WeightModel::block(Index i) const { return variables_->block[static_cast<std::size_t>(i)]; }

bool WeightModel::is_inside(Index i) const {
  return variables_->value[i] > variables_->lower[i] && variables_->value[i] < variables_->upper[i];
}

void WeightModel::drop_stopped() {
  for (std::size_t k = passive_.rows().size(); k-- > 0;) {
    if (!is_inside(passive_.rows()[k])) drop(k);
  }
}

void WeightModel::drop(std::size_t k) {
  passive_.remove(k);
  --changes_left_;
}

void WeightModel::make_passive_as_inside() {
  drop_stopped();
  deferred_.clear();
  for (Index i = 0; i < rows_; ++i) {
    if (is_inside(i) && !passive_.contains(i)) deferred_.push_back(i);
  }
  if (passive_.size() == 0 && passive_.assign(deferred_)) return;
  // Those that depend on others come last, when all of the others are there.
  std::size_t dependent = 0;
  for (const Index i : deferred_) {
    if (convex_ && !append(i)) deferred_[dependent++] = i;
  }
  for (std::size_t k = 0; k < dependent; ++k) admit(deferred_[k]);
}

bool WeightModel::append(Index j) {
  const PassiveSet::Appended appended = passive_.append(j);
  if (appended == PassiveSet::Appended::yes) return true;
  // The first of its block has nothing to exchange weight with: only a downward bend keeps it out.
  if (!has_company(j)) convex_ = false;
  if (appended == PassiveSet::Appended::bends_downwards && bends_downwards(j)) convex_ = false;
  return false;
}

/// Whether another quantity of its block is passive, or it has no block.
bool WeightModel::has_company(Index j) const {
  const std::vector<Index>& rows = passive_.rows();
  return block(j) == kNoBlock ||
         std::any_of(rows.begin(), rows.end(), [&](Index i) { return block(i) == block(j); });
}

/// A pivot of a factor that is nearly singular is rounding, however negative. v'Hv is not: along
/// v = e_j - (what the passive quantities make of it) there is nothing lower.
bool WeightModel::bends_downwards(Index j) {
  const std::vector<Index>& rows = passive_.rows();
  const Index k = passive_.size();
  auto v = step_.head(k);
  passive_.dependence(j, v);
  double sizes = std::abs(h_(j, j));
  for (Index r = 0; r < k; ++r) {
    const Index i = rows[static_cast<std::size_t>(r)];
    sizes += v[r] * v[r] * std::abs(h_(i, i));
  }
  return !(bend_along(j) >= -kDownwards * sizes);
}

/// v'Hv for e_j and the step of the passive quantities together. H is read along its columns.
double WeightModel::bend_along(Index j) const {
  const std::vector<Index>& rows = passive_.rows();
  const Index k = passive_.size();
  double bend = h_(j, j);
  for (Index r = 0; r < k; ++r) {
    const Index i = rows[static_cast<std::size_t>(r)];
    double product = 2 * h_(j, i);
    for (Index s = 0; s < k; ++s) product += step_[s] * h_(rows[static_cast<std::size_t>(s)], i);
    bend += step_[r] * product;
  }
  return bend;
}

void WeightModel::admit(Index j) {
  while (convex_ && changes_left_ > 0) {
    if (append(j) || !convex_ || slide(j)) return;
  }
}

double WeightModel::longest(Index i, double change) const {
  const double u = variables_->value[i];
  if (change < 0) return (variables_->lower[i] - u) / change;
  if (change > 0) return (variables_->upper[i] - u) / change;
  return kInfinity;
}

/// u_i + t change, or the bound where that is how far it goes.
void WeightModel::move(Index i, double t, double change) {
  const double furthest = longest(i, change);
  double& u = variables_->value[i];
  if (t >= furthest) {
    u = change < 0 ? variables_->lower[i] : variables_->upper[i];
  } else {
    u = std::clamp(u + t * change, variables_->lower[i], variables_->upper[i]);
  }
}

void WeightModel::move_passive(double t) {
  for (Index r = 0; r < passive_.size(); ++r) {
    const Index i = passive_.rows()[static_cast<std::size_t>(r)];
    hp_.head(rows_) += t * step_[r] * h_.col(i).head(rows_);
    move(i, t, step_[r]);
  }
}

/// The model does not bend along v = e_j - (what the passive quantities make of it). True when j is
/// done with: it has come to a bound, or to where the model stops falling after all.
bool WeightModel::slide(Index j) {
  const std::vector<Index>& rows = passive_.rows();
  const Index k = passive_.size();
  auto v = step_.head(k);
  passive_.dependence(j, v);
  double slope = gradient(j);
  for (Index r = 0; r < k; ++r) slope += gradient(rows[static_cast<std::size_t>(r)]) * v[r];
  double sign = slope > 0 ? -1 : 1;
  if (!is_inside(j)) sign = variables_->value[j] > variables_->lower[j] ? -1 : 1;
  const double bend = bend_along(j);
  v *= sign;
  double t = longest(j, sign);
  for (Index r = 0; r < k; ++r) {
    t = std::min(t, longest(rows[static_cast<std::size_t>(r)], v[r]));
  }
  --changes_left_;
  const bool stops = bend > 0 && -sign * slope < t * bend;
  if (stops) t = std::max(0.0, -sign * slope / bend);
  // Others that have just left their bounds may stand in the way: j has to wait until they have
  // moved.
  if (!(t > 0) || !std::isfinite(t) || !(sign * slope < 0)) return true;
  hp_.head(rows_) += t * sign * h_.col(j).head(rows_);
  move(j, t, sign);
  move_passive(t);
  drop_stopped();
  return stops || !is_inside(j);
}

/// Quantities that have just left a bound and would be carried out of it.
bool WeightModel::expel_reluctant() {
  bool found = false;
  for (std::size_t k = passive_.rows().size(); k-- > 0;) {
    const Index i = passive_.rows()[k];
    if (is_inside(i)) continue;
    const double change = step_[static_cast<Index>(k)];
    const bool at_lower = variables_->value[i] <= variables_->lower[i];
    if (at_lower ? change > 0 : change < 0) continue;
    drop(k);
    found = true;
  }
  return found;
}

void WeightModel::settle_on_passive() {
  while (convex_ && changes_left_ > 0 && passive_.size() > 0) {
    const std::vector<Index>& rows = passive_.rows();
    const Index k = passive_.size();
    for (Index r = 0; r < k; ++r) step_[r] = gradient(rows[static_cast<std::size_t>(r)]);
    passive_.solve(step_.head(k));
    if (expel_reluctant()) continue;
    double t = 1;
    for (Index r = 0; r < k; ++r) {
      t = std::min(t, longest(rows[static_cast<std::size_t>(r)], step_[r]));
    }
    move_passive(t);
    drop_stopped();
    if (passive_.size() == k) return;
  }
}

/// The sums of the blocks are what they were, where near-singular factors have lost them. An ulp of
/// a sum is left: next to the shortest steps it is no less than what scaling would add. False where
/// a sum is beyond that: the curvature is so small, or so mixed, that the factor was rounding.
bool WeightModel::restore_sums() {
  mean_.setZero(variables_->block_count);
  sums_.setZero(variables_->block_count);
  for (Index i = 0; i < rows_; ++i) {
    if (block(i) == kNoBlock) continue;
    mean_[block(i)] += start_[i];
    sums_[block(i)] += variables_->value[i];
  }
  for (Index b = 0; b < variables_->block_count; ++b) {
    if (!(std::abs(sums_[b] - mean_[b]) <= kLost * mean_[b])) return false;
  }
  for (Index i = 0; i < rows_; ++i) {
    if (block(i) == kNoBlock) continue;
    const double before = mean_[block(i)], now = sums_[block(i)];
    if (std::abs(now - before) > kDrift * before) variables_->value[i] *= before / now;
  }
  return true;
}

WeightModel::Outcome WeightModel::minimize(ModelVariables& variables, double tolerance) {
  assert(variables.size() == rows_);
  variables_ = &variables;
  start_ = variables.value;
  hp_.head(rows_).setZero();
  convex_ = true;
  changes_left_ = kChangesEach * (rows_ + kChangesEach);
  passive_.begin(rows_, variables.block, variables.block_count);
  make_passive_as_inside();
  settle_on_passive();
  double value = model_value();
  bool together = true;
  Outcome outcome = Outcome::improved;
  while (convex_ && changes_left_ > 0) {
    const Gap gap = find_gap();
    const bool reached = gap.total <= std::max(tolerance, gap.noise);
    if (reached) outcome = Outcome::minimum;
    if (reached || !(gap.worst > 0)) break;
    find_entrants(together ? kTogether * gap.worst : gap.worst);
    for (const Index i : entrants_) admit(i);
    settle_on_passive();
    const double next = model_value();
    const bool falls = value - next > -kNoFall * next;
    if (!falls && !together) break;
    together = falls;
    value = std::min(value, next);
  }
  fall_ = -model_value();
  curvature_ = 0;
  if (!restore_sums()) {
    variables.value = start_;
    passive_.clear();
    fall_ = 0;
    return convex_ ? Outcome::improved : Outcome::not_convex;
  }
  for (Index i = 0; i < rows_; ++i) curvature_ += hp_[i] * (variables.value[i] - start_[i]);
  return convex_ ? outcome : Outcome::not_convex;
}

void WeightModel::visit(Archive& archive) {
  archive(rows_);
  Matrix known = archive.is_loading() ? Matrix() : Matrix(h_.topLeftCorner(rows_, rows_));
  archive.visit_resized(known);
  Archive::require(known.rows() == rows_ && known.cols() == rows_, "a model has another size");
  grow(rows_);
  h_.topLeftCorner(rows_, rows_) = known;
  archive(passive_);
}

}  // namespace acgd
