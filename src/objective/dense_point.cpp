#include "objective/dense_point.hpp"

#include <algorithm>
#include <cmath>

namespace acgd {
namespace {

// Each step adds a rounding error or two to ||x||^2; a fresh one costs no more than a gradient
// entry each.
constexpr int kStepsBetweenRefreshes = 100;
// The carried ||x||^2 has errors in proportion to the largest one it came from.
constexpr double kShrinkage = 1e-2;

/// Below this fraction of its terms, ||d||^2 = a - 2b + c has lost too many digits.
constexpr double kCancellation = 1e-4;

// Beyond these, squares overflow or lose digits on the way.
constexpr double kSmallestSquare = 1e-280;
constexpr double kLargestSquare = 1e280;

}  // namespace

DensePoint::DensePoint(const Atom& x0) : x_(x0.to_dense()), scratch_(x_.size()) { refresh(); }

double DensePoint::slope(const Direction& direction, const Vector& g) const {
  const double atom = direction.atom->dot(g);
  return direction.point_weight == 0 ? atom : atom + direction.point_weight * g.dot(x_);
}

double DensePoint::norm(const Direction& direction, const Norm& norm) {
  if (const auto* one = direction.atom->as<Atom::Coordinate>(); one && norm.is_euclidean()) {
    if (direction.point_weight == 0) return std::abs(one->value);
    const auto squared = squared_distance(*one, direction.point_weight);
    if (squared) return std::sqrt(*squared);
  }
  direction.atom->assign_to(scratch_);
  if (direction.point_weight != 0) scratch_ += direction.point_weight * x_;
  return norm.of(scratch_);
}

std::optional<double> DensePoint::squared_distance(const Atom::Coordinate& atom,
                                                   double point_weight) const {
  const double there = atom.value * atom.value;
  const double here = point_weight * point_weight * squared_norm_;
  const double squared = there + 2 * point_weight * atom.value * x_[atom.index] + here;
  const bool accurate = squared > kCancellation * (there + here);
  if (accurate && squared > kSmallestSquare && squared < kLargestSquare) return squared;
  return std::nullopt;
}

bool DensePoint::advance(const Direction& direction, double t) {
  const double shrink = 1 + t * direction.point_weight;
  if (const auto* one = direction.atom->as<Atom::Coordinate>()) {
    const double before = x_[one->index];
    if (shrink != 1) x_ *= shrink;
    const double shrunk = x_[one->index];
    x_[one->index] = shrunk + t * one->value;
    const double after = x_[one->index];
    squared_norm_ = shrink * shrink * squared_norm_ + (after - shrunk) * (after + shrunk);
    largest_squared_ = std::max(largest_squared_, squared_norm_);
    if (++steps_carried_ >= kStepsBetweenRefreshes ||
        !(squared_norm_ > kShrinkage * largest_squared_)) {
      refresh();
    }
    return shrink != 1 || after != before;
  }
  scratch_ = x_;
  if (shrink != 1) x_ *= shrink;
  direction.atom->add_to(x_, t);
  refresh();
  return x_ != scratch_;
}

void DensePoint::refresh() {
  squared_norm_ = largest_squared_ = x_.squaredNorm();
  steps_carried_ = 0;
}

void DensePoint::correct(const Correction& correction) {
  if (correction(x_)) refresh();
}

}  // namespace acgd
