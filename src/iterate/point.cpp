#include "acgd/iterate/point.hpp"

#include <algorithm>
#include <cmath>

#include "iterate/point.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

// Not inline, so that including files need not compile Eigen's products.
double LowRank::at(Index i, Index j) const { return left.row(i).dot(right.row(j)); }

Matrix LowRank::to_dense() const { return left * right.transpose(); }

namespace {

// Each step adds a rounding error or two to the carried ||x||^2. Recomputing it is cheap: per
// entry, no more than a gradient.
constexpr int kStepsBetweenRefreshes = 100;
// Below this fraction of its peak the carried ||x||^2 is dominated by accumulated rounding error.
constexpr double kShrinkage = 1e-2;

/// Below this fraction of its terms, ||d||^2 = a - 2b + c has lost too many digits.
constexpr double kCancellation = 1e-4;

/// Whether all atoms of d are single coordinates, and these are few; coordinates may repeat.
bool has_few_coordinates(const Direction& direction, Index n) {
  const Index count = static_cast<Index>(direction.terms.size());
  if (count > 1 && count * count > n) return false;
  return std::all_of(direction.terms.begin(), direction.terms.end(),
                     [](const Term& term) { return term.atom->as<Atom::Coordinate>() != nullptr; });
}

}  // namespace

DensePoint::DensePoint(const Atom& x0) : x_(x0.to_dense()), scratch_(x_.size()) { refresh(); }

double DensePoint::norm(const Direction& direction, const Norm& norm) {
  if (norm.is_euclidean() && has_few_coordinates(direction, x_.size())) {
    if (direction.point_weight == 0 && direction.terms.size() == 1) {
      const Term& term = direction.terms[0];
      return std::abs(term.weight * term.atom->as<Atom::Coordinate>()->value);
    }
    if (const auto squared = squared_length(direction)) return std::sqrt(*squared);
  }
  direction.assign_terms_to(scratch_);
  if (direction.point_weight != 0) scratch_ += direction.point_weight * x_;
  return norm.of(scratch_);
}

std::optional<double> DensePoint::squared_length(const Direction& direction) const {
  const double w = direction.point_weight;
  double there = 0, both = 0;
  for (const Term& term : direction.terms) {
    const auto& one = *term.atom->as<Atom::Coordinate>();
    const double value = term.weight * one.value;
    there += value * value;
    both += 2 * w * value * x_[one.index];
    // Cross terms of a repeated coordinate.
    for (const Term* other = direction.terms.data(); other != &term; ++other) {
      const auto& known = *other->atom->as<Atom::Coordinate>();
      if (known.index == one.index) both += 2 * value * other->weight * known.value;
    }
  }
  const double here = w * w * squared_norm_;
  const double squared = there + both + here;
  const bool accurate = squared > kCancellation * (there + here);
  if (accurate && is_ordinary_square(squared)) return squared;
  return std::nullopt;
}

bool DensePoint::advance(const Direction& direction, double t) {
  if (has_few_coordinates(direction, x_.size())) return advance_by_coordinates(direction, t);
  const bool moved = move_along(direction, t, x_, scratch_);
  refresh();
  return moved;
}

bool DensePoint::advance_by_coordinates(const Direction& direction, double t) {
  const double shrink = direction.shrink(t);
  if (shrink != 1) x_ *= shrink;
  squared_norm_ *= shrink * shrink;
  bool moved = shrink != 1;
  for (const Term& term : direction.terms) {
    const auto& one = *term.atom->as<Atom::Coordinate>();
    const double before = x_[one.index];
    const double after = before + t * (term.weight * one.value);
    x_[one.index] = after;
    squared_norm_ += (after - before) * (after + before);
    moved = moved || after != before;
  }
  largest_squared_ = std::max(largest_squared_, squared_norm_);
  if (++steps_carried_ >= kStepsBetweenRefreshes ||
      !(squared_norm_ > kShrinkage * largest_squared_)) {
    refresh();
  }
  return moved;
}

void DensePoint::refresh() {
  squared_norm_ = largest_squared_ = x_.squaredNorm();
  steps_carried_ = 0;
}

void DensePoint::recenter(const Recentering& recentering) {
  if (recentering(x_)) refresh();
}

namespace {

// Maximum support is n / kSupportShare: indexed access costs several times as much per entry as a
// sequential pass.
constexpr Index kSupportShare = 8;

/// Whether all atoms are single coordinates with nonzero values.
bool has_coordinates_only(const Direction& direction) {
  return std::all_of(direction.terms.begin(), direction.terms.end(), [](const Term& term) {
    const auto* one = term.atom->as<Atom::Coordinate>();
    return one != nullptr && one->value != 0;
  });
}

}  // namespace

SupportedPoint::SupportedPoint(const Atom& x0) : x_(x0.to_dense()), scratch_(x_.size()) {
  support_.reserve(static_cast<std::size_t>(x_.size() / kSupportShare + 1));
  find_support();
}

void SupportedPoint::find_support() {
  support_.clear();
  for (Index j = 0; j < x_.size() && has_support_; ++j) {
    if (x_[j] != 0) lengthen_support(j);
  }
}

bool SupportedPoint::advance(const Direction& direction, double t) {
  if (has_coordinates_only(direction)) return advance_by_coordinates(direction, t);
  has_support_ = false;
  return move_along(direction, t, x_, scratch_);
}

bool SupportedPoint::advance_by_coordinates(const Direction& direction, double t) {
  bool moved = scale(direction.shrink(t));
  for (const Term& term : direction.terms) {
    const auto& one = *term.atom->as<Atom::Coordinate>();
    const double before = x_[one.index];
    if (has_support_ && before == 0) add_to_support(one.index);
    x_[one.index] += t * (term.weight * one.value);
    moved = moved || x_[one.index] != before;
  }
  return moved;
}

bool SupportedPoint::scale(double shrink) {
  if (shrink == 1) return false;
  if (shrink == 0) {
    leave_all();
  } else if (has_support_) {
    return shrink_support(shrink);
  } else {
    x_ *= shrink;
  }
  return true;
}

bool SupportedPoint::shrink_support(double shrink) {
  bool moved = false;
  for (const Index i : support_) {
    const double shrunk = shrink * x_[i];
    moved = moved || shrunk != x_[i];
    x_[i] = shrunk;
  }
  return moved;
}

void SupportedPoint::leave_all() {
  if (has_support_) {
    for (const Index i : support_) x_[i] = 0;
  } else {
    x_.setZero();
  }
  support_.clear();
  has_support_ = true;
}

void SupportedPoint::add_to_support(Index j) {
  // An entry that became 0 is still listed. The list is short.
  if (std::find(support_.begin(), support_.end(), j) != support_.end()) return;
  lengthen_support(j);
}

void SupportedPoint::lengthen_support(Index j) {
  if (static_cast<Index>(support_.size()) > x_.size() / kSupportShare) {
    has_support_ = false;
    return;
  }
  support_.push_back(j);
}

void SupportedPoint::recenter(const Recentering& recentering) {
  // Recentring may have made other entries nonzero.
  if (recentering(x_) && has_support_) find_support();
}

void SupportedPoint::visit(Archive& archive) {
  archive(x_, support_, has_support_);
  const auto outside = [n = x_.size()](Index j) { return j >= n; };
  Archive::require(std::none_of(support_.begin(), support_.end(), outside),
                   "an index is out of range");
}

}  // namespace acgd
