#include "active_set/reduced_hessian.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "direction/corrective.hpp"

namespace acgd {

// Second-order model over the weights of the active set (reduced Hessian: Nocedal and Wright,
// "Numerical Optimization"). At each point:
//
// 1. Remove the rows of dropped atoms from H and its factor.
// 2. Choose the atoms of the model: all, or kMostRows of them. Append rows for the new ones.
// 3. With more than kManyBlocks blocks: minimise by block coordinate descent, with H formed only
//    within each block.
// 4. Otherwise recompute H if it is not constant and worth its cost (is_worth_learning()); compute
//    the rows that are missing; minimise by the active-set QP.

namespace {

// With more blocks than this, use block coordinate descent.
constexpr Index kManyBlocks = 50;
// H is accurate while f decreases by at least this fraction of the predicted decrease,
constexpr double kGoodModel = 0.5;
// and while the gap shrinks to at most this fraction of the previous one.
constexpr double kGoodGap = 0.5;

bool is_swept(const ActiveSet& active) { return active.block_count() > kManyBlocks; }

}  // namespace

void ReducedHessian::arrive(const ActiveSet& active) {
  members_.resize(active.size());
  std::iota(members_.begin(), members_.end(), std::size_t{0});
  forget_others(active);
}

/// Removes the rows of atoms that are not members.
void ReducedHessian::forget_others(const ActiveSet& active) {
  mark_ids(active, 0);
  for (const std::size_t i : members_) row_of(active.terms()[i].id) = 1;
  stays_.clear();
  for (const AtomId id : ids_) stays_.push_back(static_cast<char>(row_of(id)));
  if (std::find(stays_.begin(), stays_.end(), 0) == stays_.end()) return;
  if (model_.rows() == static_cast<Index>(ids_.size())) model_.keep(stays_);
  std::size_t rows = 0;
  for (std::size_t r = 0; r < ids_.size(); ++r) {
    if (stays_[r]) ids_[rows++] = ids_[r];
  }
  ids_.resize(rows);
}

/// Sets row_of() of all ids to `mark`.
void ReducedHessian::mark_ids(const ActiveSet& active, Index mark) {
  AtomId most = -1;
  for (const AtomId id : ids_) most = std::max(most, id);
  for (const Term& term : active.terms()) most = std::max(most, term.id);
  row_of_id_.assign(static_cast<std::size_t>(most + 1), mark);
}

/// All atoms or, with more than kMostRows, one half with the largest weight times excess slope,
/// w_i (<g, a_i> - min <g, a_j>), the other with the smallest excess slope. The rest keep their
/// weights. The minimum is over the block.
void ReducedHessian::choose_members(const ActiveSet& active, const Vector& slopes) {
  members_.resize(active.size());
  std::iota(members_.begin(), members_.end(), std::size_t{0});
  if (is_swept(active) || static_cast<Index>(active.size()) <= kMostRows) return;
  least_.setConstant(active.block_count(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < active.size(); ++i) {
    double& least = least_[active.block(i)];
    least = std::min(least, slopes[static_cast<Index>(i)]);
  }
  const auto above = [&](std::size_t i) {
    return slopes[static_cast<Index>(i)] - least_[active.block(i)];
  };
  const auto gives_more = [&](std::size_t i, std::size_t j) {
    const double one = active.weight(i) * above(i), other = active.weight(j) * above(j);
    return one > other || (one == other && i < j);
  };
  const auto promises_more = [&](std::size_t i, std::size_t j) {
    return above(i) < above(j) || (above(i) == above(j) && i < j);
  };
  const auto half = members_.begin() + kMostRows / 2, end = members_.begin() + kMostRows;
  std::nth_element(members_.begin(), half, members_.end(), gives_more);
  std::nth_element(half, end, members_.end(), promises_more);
  members_.resize(static_cast<std::size_t>(kMostRows));
  std::sort(members_.begin(), members_.end());
  forget_others(active);
}

/// Existing rows keep their places; new atoms are appended.
void ReducedHessian::order_rows(const ActiveSet& active) {
  mark_ids(active, kNone);
  for (std::size_t r = 0; r < ids_.size(); ++r) row_of(ids_[r]) = static_cast<Index>(r);
  row_at_.assign(active.size(), kNone);
  for (const std::size_t i : members_) {
    Index& row = row_of(active.terms()[i].id);
    if (row == kNone) {
      row = static_cast<Index>(ids_.size());
      ids_.push_back(active.terms()[i].id);
    }
    row_at_[i] = row;
  }
}

/// Whether to recompute H: if f decreased by less than kGoodModel of the prediction, if H is cheap,
/// or if the gap was not halved and enough points have passed to pay for the cost of H.
bool ReducedHessian::is_worth_learning(Cursor& at, Curvature& curvature, double gap) const {
  const double decrease = value_before_ - at.value();
  if (!(promised_ > 0 && decrease >= kGoodModel * promised_)) return true;
  const double cost = curvature.gram_cost(terms_, 0);
  return cost <= kCheapModel || (gap > kGoodGap * gap_before_ &&
                                 kCheapModel * static_cast<double>(points_since_learnt_) >= cost);
}

void ReducedHessian::learn(Cursor& at, Curvature& curvature, double gap) {
  const Index size = static_cast<Index>(terms_.size());
  ++points_since_learnt_;
  if (!curvature.is_constant() && is_worth_learning(at, curvature, gap)) {
    curvature.refresh();
    model_.clear();
    points_since_learnt_ = 0;
  }
  const Index known = model_.rows();
  model_.grow(size);
  if (known < size) curvature.gram(terms_, known, model_.h());
}

ReducedHessian::Outcome ReducedHessian::minimize(Cursor& at, const ActiveSet& active,
                                                 const Vector& slopes, double gap) {
  Curvature& curvature = *at.curvature();
  choose_members(active, slopes);
  order_rows(active);
  terms_.resize(members_.size());
  variables_.resize(static_cast<Index>(members_.size()));
  variables_.block_count = active.block_count();
  for (const std::size_t i : members_) {
    const Index row = row_at_[i];
    terms_[row] = active.terms()[i];
    variables_.set_weight(row, active.weight(i), slopes[static_cast<Index>(i)], active.block(i));
  }
  double decrease = 0;
  if (is_swept(active)) {
    curvature.refresh();
    descent_.minimize(curvature, terms_, variables_, swept_tolerance(curvature, gap), kSweeps);
    curvature_ = descent_.curvature();
    decrease = descent_.decrease();
  } else {
    learn(at, curvature, gap);
    if (model_.minimize(variables_, model_tolerance(curvature, gap)) ==
        ActiveSetQp::Outcome::not_convex) {
      return Outcome::has_negative_curvature;
    }
    curvature_ = model_.curvature();
    decrease = model_.decrease();
  }
  value_before_ = at.value();
  gap_before_ = gap;
  promised_ = decrease;
  return decrease > 0 && curvature_ >= 0 ? Outcome::lower : Outcome::no_lower;
}

void ReducedHessian::visit(Archive& archive) {
  archive(ids_, model_, value_before_, gap_before_, promised_, points_since_learnt_);
  Archive::require(model_.rows() == 0 || model_.rows() == static_cast<Index>(ids_.size()),
                   "a model has another size");
}

}  // namespace acgd
