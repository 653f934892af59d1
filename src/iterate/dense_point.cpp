#include "iterate/dense_point.hpp"

#include <algorithm>
#include <cmath>

#include "iterate/move_along.hpp"
#include "linalg/squares.hpp"

namespace acgd {
namespace {

// Each step adds a rounding error or two to ||x||^2; a fresh one costs no more than a gradient
// entry each.
constexpr int kStepsBetweenRefreshes = 100;
// The carried ||x||^2 has errors in proportion to the largest one it came from.
constexpr double kShrinkage = 1e-2;

/// Below this fraction of its terms, ||d||^2 = a - 2b + c has lost too many digits.
constexpr double kCancellation = 1e-4;

/// Whether d has a few coordinates beside x, each of them perhaps in several terms.
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
    // A coordinate that has had a term already.
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

}  // namespace acgd
