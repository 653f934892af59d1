#include "active_set/active_set_qp.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

// Active-set method for the convex QP min s'p + p'Hp / 2 (Nocedal and Wright, "Numerical
// Optimization", chapter 16; the free set is the passive set of Lawson and Hanson 1974):
//
// 1. Make the variables strictly between their bounds free. Keep the Cholesky factor of the last
//    call and update it by rows.
// 2. Minimise over the free variables with block sums of 0. If the minimiser is infeasible, stop
//    at the first bound, remove the variables there from the free set, and repeat.
// 3. Compute the Frank-Wolfe gap of the model. Stop if it is at most the tolerance or its own
//    rounding error.
// 4. Admit the variables at a bound whose violation is at least kTogether of the largest; only
//    the largest if the last group did not decrease the model. If a variable makes the factor
//    singular, move along the direction of zero curvature until a bound is reached.
// 5. Go to 2. Stop on negative curvature, without decrease, or after the maximum number of changes.
// 6. Restore the block sums.

namespace acgd {

void QpVariables::resize(Index size) {
  const auto count = static_cast<std::size_t>(size);
  for (std::vector<double>* each : {&value, &slope, &lower, &upper}) each->resize(count);
  block.resize(count);
}

void QpVariables::set_weight(Index i, double weight, double slope_, Index block_) {
  value[i] = weight;
  slope[i] = slope_;
  lower[i] = 0;
  upper[i] = std::numeric_limits<double>::infinity();
  block[i] = block_;
}

void QpVariables::set_coordinate(Index i, double x, double slope_, double lower_, double upper_) {
  value[i] = x;
  slope[i] = slope_;
  lower[i] = lower_;
  upper[i] = upper_;
  block[i] = kNoBlock;
}

namespace {

// A pivot below this fraction of its diagonal entry counts as zero curvature.
constexpr double kDependent = 1e-12;
// A pivot below minus this fraction of its diagonal entry counts as negative curvature.
constexpr double kNegative = 1e-9;

}  // namespace

void FreeSet::begin(Index rows, const std::vector<Index>& block, Index block_count) {
  block_ = &block;
  is_in_.resize(static_cast<std::size_t>(rows), 0);
  if (row_.size() < rows) row_.conservativeResize(2 * rows);
  if (size() > 0 && rho_.size() == block_count) return;
  clear();
  choose_rho(rows, block_count);
}

void FreeSet::clear() {
  factor_.clear();
  rows_.clear();
  std::fill(is_in_.begin(), is_in_.end(), 0);
}

/// rho is the mean of H_ii over each block. It stays the same as long as the factor exists.
void FreeSet::choose_rho(Index rows, Index block_count) {
  rho_.setZero(block_count);
  multipliers_.setZero(block_count);
  for (Index i = 0; i < rows; ++i) {
    if (block(i) == kNoBlock) continue;
    rho_[block(i)] += h_(i, i);
    multipliers_[block(i)] += 1;
  }
  for (Index b = 0; b < block_count; ++b) rho_[b] = rho_[b] > 0 ? rho_[b] / multipliers_[b] : 1;
}

double FreeSet::stiffened(Index i, Index j) const {
  const Index b = block(i);
  return h_(i, j) + (b != kNoBlock && b == block(j) ? rho_[b] : 0);
}

bool FreeSet::assign(const std::vector<Index>& rows) {
  const Index count = static_cast<Index>(rows.size());
  const bool factorized = factor_.factorize(count, kDependent, [&](Matrix& l) {
    for (Index c = 0; c < count; ++c) {
      for (Index r = c; r < count; ++r) {
        l(r, c) = stiffened(rows[r], rows[c]);
      }
    }
  });
  if (!factorized) return false;
  rows_ = rows;
  for (const Index i : rows_) is_in_[i] = 1;
  return true;
}

FreeSet::Appended FreeSet::append(Index j) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    row_[static_cast<Index>(k)] = stiffened(rows_[k], j);
  }
  const double diagonal = stiffened(j, j);
  if (!factor_.append(row_, diagonal, kDependent * std::abs(diagonal))) {
    const bool is_negative = !(factor_.pivot() >= -kNegative * std::abs(diagonal));
    return is_negative ? Appended::has_negative_curvature : Appended::depends;
  }
  rows_.push_back(j);
  is_in_[j] = 1;
  return Appended::yes;
}

void FreeSet::remove(std::size_t k) {
  factor_.remove(static_cast<Index>(k));
  is_in_[rows_[k]] = 0;
  rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(k));
}

void FreeSet::rename(const std::vector<Index>& to, Index rows) {
  std::fill(is_in_.begin(), is_in_.end(), 0);
  is_in_.resize(static_cast<std::size_t>(rows), 0);
  for (Index& i : rows_) {
    i = to[i];
    is_in_[i] = 1;
  }
}

/// b -= sums * multipliers, such that L'^-1 b has the sum -`wanted` in block `at` and 0 in the
/// others.
void FreeSet::balance(VectorRef b, Index at, double wanted) {
  const Index count = rho_.size();
  const Index k = factor_.size();
  if (count == 0) return;
  if (sums_.rows() < k || sums_.cols() != count) sums_.conservativeResize(h_.rows(), count);
  sums_.topRows(k).setZero();
  for (Index r = 0; r < k; ++r) {
    const Index own = block(rows_[r]);
    if (own != kNoBlock) sums_(r, own) = 1;
  }
  sums_factor_.clear();
  multipliers_.resize(count);
  sum_row_.resize(count);
  for (Index c = 0; c < count; ++c) {
    factor_.solve_lower(sums_.col(c).head(k));
    for (Index other = 0; other <= c; ++other) {
      sum_row_[other] = sums_.col(other).head(k).dot(sums_.col(c).head(k));
    }
    // A block without free variables has no constraint: its row becomes the identity.
    if (!sums_factor_.append(sum_row_, sum_row_[c], 0)) {
      sum_row_.head(c).setZero();
      sums_factor_.append(sum_row_, 1, 0);
    }
    multipliers_[c] = sums_.col(c).head(k).dot(b);
  }
  if (at != kNoBlock) multipliers_[at] += wanted;
  sums_factor_.solve_lower(multipliers_);
  sums_factor_.solve_upper(multipliers_);
  b.noalias() -= sums_.topRows(k) * multipliers_;
}

void FreeSet::solve(VectorRef step) {
  step *= -1;
  factor_.solve_lower(step);
  balance(step, kNoBlock, 0);
  factor_.solve_upper(step);
}

void FreeSet::dependence(Index j, VectorRef v) {
  v = -factor_.reduced();
  balance(v, block(j), 1);
  factor_.solve_upper(v);
}

void FreeSet::visit(Archive& archive) {
  archive(factor_, rows_);
  archive.visit_resized(rho_);
  if (!archive.is_loading()) return;
  // ActiveSetQp::visit() has loaded h_ before.
  const Index most = h_.rows();
  is_in_.assign(static_cast<std::size_t>(most), 0);
  Archive::require(factor_.size() == static_cast<Index>(rows_.size()), "a factor has another size");
  for (const Index i : rows_) {
    Archive::require(i < most, "an index is out of range");
    is_in_[i] = 1;
  }
}

namespace {

// Variables whose violation is at least this fraction of the largest become free together.
constexpr double kTogether = 0.1;
// Maximum number of changes of the free set: kChangesEach * (rows + kChangesEach).
constexpr Index kChangesEach = 20;

// A decrease of the model by less than this fraction of its total decrease is rounding error.
constexpr double kNoDecrease = 1e-14;
// Relative errors of a block sum: above kDrift it is restored, above kLost the result is discarded.
constexpr double kDrift = 1e-12;
constexpr double kLost = 1e-2;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void ActiveSetQp::grow(Index rows) {
  if (rows > h_.rows()) {
    const Index room = rows + rows / 2 + 32;
    // resize() frees before it allocates: without memory it would leave dangling pointers.
    h_.conservativeResize(room, room);
    for (Vector* each : {&hp_, &step_, &along_}) each->conservativeResize(room);
    deferred_.reserve(static_cast<std::size_t>(room));
    entrants_.reserve(static_cast<std::size_t>(room));
  }
  rows_ = rows;
}

void ActiveSetQp::clear() {
  rows_ = 0;
  free_.clear();
}

void ActiveSetQp::keep(const std::vector<char>& stays) {
  for (std::size_t k = free_.rows().size(); k-- > 0;) {
    if (!stays[free_.rows()[k]]) free_.remove(k);
  }
  std::vector<Index>& place = entrants_;
  place.resize(static_cast<std::size_t>(rows_));
  Index remaining = 0;
  for (Index i = 0; i < rows_; ++i) {
    place[i] = remaining;
    if (stays[i]) {
      h_.col(remaining++).head(rows_) = h_.col(i).head(rows_);
    }
  }
  for (Index i = 0; i < rows_; ++i) {
    if (!stays[i]) continue;
    h_.row(place[i]).head(remaining) = h_.row(i).head(remaining);
  }
  free_.rename(place, remaining);
  rows_ = remaining;
}

Index ActiveSetQp::block(Index i) const { return variables_->block[i]; }

bool ActiveSetQp::is_inside(Index i) const {
  return variables_->value[i] > variables_->lower[i] && variables_->value[i] < variables_->upper[i];
}

void ActiveSetQp::drop_stopped() {
  for (std::size_t k = free_.rows().size(); k-- > 0;) {
    if (!is_inside(free_.rows()[k])) drop(k);
  }
}

void ActiveSetQp::drop(std::size_t k) {
  free_.remove(k);
  --changes_left_;
}

void ActiveSetQp::make_free_as_inside() {
  drop_stopped();
  deferred_.clear();
  for (Index i = 0; i < rows_; ++i) {
    if (is_inside(i) && !free_.contains(i)) deferred_.push_back(i);
  }
  if (free_.size() == 0 && free_.assign(deferred_)) return;
  // Dependent variables come last, when all others are free.
  std::size_t dependent = 0;
  for (const Index i : deferred_) {
    if (convex_ && !append(i)) deferred_[dependent++] = i;
  }
  for (std::size_t k = 0; k < dependent; ++k) admit(deferred_[k]);
}

double ActiveSetQp::longest(Index i, double change) const {
  const double u = variables_->value[i];
  if (change < 0) return (variables_->lower[i] - u) / change;
  if (change > 0) return (variables_->upper[i] - u) / change;
  return kInfinity;
}

/// u_i + t change, or exactly the bound if the step reaches it.
void ActiveSetQp::move(Index i, double t, double change) {
  const double furthest = longest(i, change);
  double& u = variables_->value[i];
  if (t >= furthest) {
    u = change < 0 ? variables_->lower[i] : variables_->upper[i];
  } else {
    u = std::clamp(u + t * change, variables_->lower[i], variables_->upper[i]);
  }
}

/// along_ += H times the step of the free variables. Reads H by columns.
void ActiveSetQp::add_free_step() {
  for (Index r = 0; r < free_.size(); ++r) {
    const Index i = free_.rows()[r];
    along_.head(rows_) += step_[r] * h_.col(i).head(rows_);
  }
}

void ActiveSetQp::move_free(double t) {
  for (Index r = 0; r < free_.size(); ++r) {
    move(free_.rows()[r], t, step_[r]);
  }
}

/// Removes variables at a bound that the step would move out of bounds.
bool ActiveSetQp::expel_reluctant() {
  bool found = false;
  for (std::size_t k = free_.rows().size(); k-- > 0;) {
    const Index i = free_.rows()[k];
    if (is_inside(i)) continue;
    const double change = step_[static_cast<Index>(k)];
    const bool at_lower = variables_->value[i] <= variables_->lower[i];
    if (at_lower ? change > 0 : change < 0) continue;
    drop(k);
    found = true;
  }
  return found;
}

void ActiveSetQp::settle_on_free() {
  while (convex_ && changes_left_ > 0 && free_.size() > 0) {
    const std::vector<Index>& rows = free_.rows();
    const Index k = free_.size();
    for (Index r = 0; r < k; ++r) step_[r] = gradient(rows[r]);
    free_.solve(step_.head(k));
    if (expel_reluctant()) continue;
    double t = 1;
    for (Index r = 0; r < k; ++r) {
      t = std::min(t, longest(rows[r], step_[r]));
    }
    along_.head(rows_).setZero();
    add_free_step();
    hp_.head(rows_) += t * along_.head(rows_);
    move_free(t);
    drop_stopped();
    if (free_.size() == k) return;
  }
}

/// Rescales the blocks to their sums at the start, which near-singular factors lose. Errors up to
/// kDrift stay: rescaling would add rounding errors of the size of the shortest steps. Returns
/// false if an error is above kLost: the curvature is then too small or too ill-conditioned for the
/// factor to be of use.
bool ActiveSetQp::restore_sums() {
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

ActiveSetQp::Outcome ActiveSetQp::minimize(QpVariables& variables, double tolerance) {
  assert(variables.size() == rows_);
  variables_ = &variables;
  start_ = variables.value;
  hp_.head(rows_).setZero();
  convex_ = true;
  changes_left_ = kChangesEach * (rows_ + kChangesEach);
  free_.begin(rows_, variables.block, variables.block_count);
  make_free_as_inside();
  settle_on_free();
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
    settle_on_free();
    const double next = model_value();
    const bool decreases = value - next > -kNoDecrease * next;
    if (!decreases && !together) break;
    together = decreases;
    value = std::min(value, next);
  }
  decrease_ = -model_value();
  curvature_ = 0;
  if (!restore_sums()) {
    variables.value = start_;
    free_.clear();
    decrease_ = 0;
    return convex_ ? Outcome::improved : Outcome::not_convex;
  }
  for (Index i = 0; i < rows_; ++i) curvature_ += hp_[i] * (variables.value[i] - start_[i]);
  return convex_ ? outcome : Outcome::not_convex;
}

void ActiveSetQp::visit(Archive& archive) {
  archive(rows_);
  Matrix known = archive.is_loading() ? Matrix() : Matrix(h_.topLeftCorner(rows_, rows_));
  archive.visit_resized(known);
  Archive::require(known.rows() == rows_ && known.cols() == rows_, "a model has another size");
  grow(rows_);
  h_.topLeftCorner(rows_, rows_) = known;
  archive(free_);
}

// Admission of a variable: into the factor or, with zero curvature, by a move along a line.

namespace {

// v'Hv below minus this fraction of the sum of v_i^2 |H_ii| counts as negative curvature.
constexpr double kNegativeCurvature = 1e-9;

}  // namespace

bool ActiveSetQp::append(Index j) {
  const FreeSet::Appended appended = free_.append(j);
  if (appended == FreeSet::Appended::yes) return true;
  // For the first free variable of a block, rho > 0 makes the pivot positive if H is semidefinite:
  // a failure means negative curvature.
  if (!has_company(j)) convex_ = false;
  if (appended == FreeSet::Appended::has_negative_curvature && has_negative_curvature(j))
    convex_ = false;
  return false;
}

/// Whether another variable of its block is free, or it has no block.
bool ActiveSetQp::has_company(Index j) const {
  const std::vector<Index>& rows = free_.rows();
  return block(j) == kNoBlock ||
         std::any_of(rows.begin(), rows.end(), [&](Index i) { return block(i) == block(j); });
}

/// The pivot of a nearly singular factor may be negative by rounding, so v'Hv is computed for
/// v = e_j + dependence(j), which has the smallest curvature of all such v with v_j = 1.
bool ActiveSetQp::has_negative_curvature(Index j) {
  const std::vector<Index>& rows = free_.rows();
  const Index k = free_.size();
  auto v = step_.head(k);
  free_.dependence(j, v);
  double sizes = std::abs(h_(j, j));
  for (Index r = 0; r < k; ++r) {
    const Index i = rows[r];
    sizes += v[r] * v[r] * std::abs(h_(i, i));
  }
  return !(curvature_along(j) >= -kNegativeCurvature * sizes);
}

/// v'Hv for v = e_j + the step of the free variables; sets along_ = Hv.
double ActiveSetQp::curvature_along(Index j) {
  along_.head(rows_) = h_.col(j).head(rows_);
  add_free_step();
  double curvature = along_[j];
  for (Index r = 0; r < free_.size(); ++r) {
    curvature += step_[r] * along_[free_.rows()[r]];
  }
  return curvature;
}

void ActiveSetQp::admit(Index j) {
  while (convex_ && changes_left_ > 0) {
    if (append(j) || !convex_ || slide(j)) return;
  }
}

/// Moves along v = e_j + dependence(j), a direction of zero curvature. Returns true when j needs no
/// further move: it has reached a bound, the minimum along v (curvature > 0 by rounding), or cannot
/// move.
bool ActiveSetQp::slide(Index j) {
  const std::vector<Index>& rows = free_.rows();
  const Index k = free_.size();
  auto v = step_.head(k);
  free_.dependence(j, v);
  double slope = gradient(j);
  for (Index r = 0; r < k; ++r) slope += gradient(rows[r]) * v[r];
  double sign = slope > 0 ? -1 : 1;
  if (!is_inside(j)) sign = variables_->value[j] > variables_->lower[j] ? -1 : 1;
  const double curvature = curvature_along(j);
  v *= sign;
  double t = longest(j, sign);
  for (Index r = 0; r < k; ++r) {
    t = std::min(t, longest(rows[r], v[r]));
  }
  --changes_left_;
  const bool stops = curvature > 0 && -sign * slope < t * curvature;
  if (stops) t = std::max(0.0, -sign * slope / curvature);
  // A variable that has just left its bound may block the move: j waits until that one has moved.
  if (!(t > 0) || !std::isfinite(t) || !(sign * slope < 0)) return true;
  hp_.head(rows_) += t * sign * along_.head(rows_);
  move(j, t, sign);
  move_free(t);
  drop_stopped();
  return stops || !is_inside(j);
}

// Distance of the model from its minimum, and the variables that reduce it.

namespace {

// Relative rounding error of a sum of a few terms.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

double ActiveSetQp::violation(Index i) const {
  const double g = gradient(i);
  if (block(i) != kNoBlock) return mean_[block(i)] - g;
  const double u = variables_->value[i];
  return g * (u - (g > 0 ? variables_->lower[i] : variables_->upper[i]));
}

/// Size of the terms of a gradient entry, max |s_i| + max |H_ii| sum |p_i|. No |H_ij| exceeds the
/// largest H_ii.
double ActiveSetQp::slope_size() const {
  double stiffest = 0, moved = 0, steepest = 0;
  for (Index i = 0; i < rows_; ++i) {
    stiffest = std::max(stiffest, std::abs(h_(i, i)));
    moved += std::abs(variables_->value[i] - start_[i]);
    steepest = std::max(steepest, std::abs(variables_->slope[i]));
  }
  return steepest + stiffest * moved;
}

ActiveSetQp::Gap ActiveSetQp::find_gap() {
  const Index count = variables_->block_count;
  mean_.setZero(count);
  largest_.setZero(count);
  for (Index i = 0; i < rows_; ++i) {
    if (block(i) != kNoBlock) {
      mean_[block(i)] += variables_->value[i] * gradient(i);
      largest_[block(i)] += variables_->value[i];
    }
  }
  // The sum of a block is below 1 if some of its atoms are not variables of the model.
  for (Index b = 0; b < count; ++b) {
    if (largest_[b] > 0) mean_[b] /= largest_[b];
  }
  sums_ = largest_;
  largest_.setZero();
  Gap gap;
  const double noise = kRounding * slope_size();
  for (Index i = 0; i < rows_; ++i) {
    const double here = violation(i);
    if (!free_.contains(i)) gap.worst = std::max(gap.worst, here);
    if (block(i) == kNoBlock) {
      gap.total += here;
      const double g = gradient(i);
      if (here > 0) gap.noise += noise * (here / std::abs(g));
    } else {
      largest_[block(i)] = std::max(largest_[block(i)], here);
    }
  }
  gap.total += largest_.dot(sums_);
  gap.noise += noise * sums_.sum();
  return gap;
}

double ActiveSetQp::model_value() const {
  double sum = 0;
  for (Index i = 0; i < rows_; ++i) {
    sum += (variables_->value[i] - start_[i]) * (variables_->slope[i] + 0.5 * hp_[i]);
  }
  return sum;
}

void ActiveSetQp::find_entrants(double least) {
  entrants_.clear();
  for (Index i = 0; i < rows_; ++i) {
    if (!free_.contains(i) && violation(i) >= least) entrants_.push_back(i);
  }
}

}  // namespace acgd
