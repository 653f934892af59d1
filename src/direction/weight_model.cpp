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
// Of a sum, before it is restored; and of one that has lost so much that the minimum is not one.
constexpr double kDrift = 1e-12;
constexpr double kLost = 1e-2;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void WeightModel::grow(Index rows) {
  if (rows > h_.rows()) {
    const Index room = rows + rows / 2 + 32;
    h_.conservativeResize(room, room);
    for (Vector* each : {&hp_, &step_, &along_}) each->resize(room);
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

/// What the step of the passive quantities adds to Hv. H is read along its columns.
void WeightModel::add_passive_step() {
  for (Index r = 0; r < passive_.size(); ++r) {
    const Index i = passive_.rows()[static_cast<std::size_t>(r)];
    along_.head(rows_) += step_[r] * h_.col(i).head(rows_);
  }
}

void WeightModel::move_passive(double t) {
  for (Index r = 0; r < passive_.size(); ++r) {
    move(passive_.rows()[static_cast<std::size_t>(r)], t, step_[r]);
  }
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
    along_.head(rows_).setZero();
    add_passive_step();
    hp_.head(rows_) += t * along_.head(rows_);
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
