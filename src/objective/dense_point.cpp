#include "objective/dense_point.hpp"

#include <cmath>

namespace acgd {
namespace {

// Each step adds a rounding error or two to ||x||^2; a fresh one costs no more than a gradient
// entry each.
constexpr int kStepsBetweenRefreshes = 100;

/// Below this fraction of its terms, ||d||^2 = a - 2b + c has lost too many digits.
constexpr double kCancellation = 1e-4;

}  // namespace

DensePoint::DensePoint(const Atom& x0)
    : x_(x0.to_dense()), squared_norm_(x_.squaredNorm()), scratch_(x_.size()) {}

double DensePoint::slope(const Direction& direction, const Vector& g) const {
  const double atom = direction.atom->dot(g);
  return direction.point_weight == 0 ? atom : atom + direction.point_weight * g.dot(x_);
}

double DensePoint::norm(const Direction& direction, const Norm& norm) {
  if (const auto* one = direction.atom->as<Atom::Coordinate>(); one && norm.is_euclidean()) {
    return distance_to_coordinate(*one, direction.point_weight);
  }
  direction.atom->assign_to(scratch_);
  if (direction.point_weight != 0) scratch_ += direction.point_weight * x_;
  return norm.of(scratch_);
}

double DensePoint::distance_to_coordinate(const Atom::Coordinate& atom, double point_weight) {
  if (point_weight == 0) return std::abs(atom.value);
  const double there = atom.value * atom.value;
  const double here = point_weight * point_weight * squared_norm_;
  const double squared = there + 2 * point_weight * atom.value * x_[atom.index] + here;
  if (squared > kCancellation * (there + here)) return std::sqrt(squared);
  scratch_ = point_weight * x_;
  scratch_[atom.index] += atom.value;
  return scratch_.norm();
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
    if (++steps_carried_ >= kStepsBetweenRefreshes) {
      squared_norm_ = x_.squaredNorm();
      steps_carried_ = 0;
    }
    return shrink != 1 || after != before;
  }
  scratch_ = x_;
  if (shrink != 1) x_ *= shrink;
  direction.atom->add_to(x_, t);
  squared_norm_ = x_.squaredNorm();
  steps_carried_ = 0;
  return x_ != scratch_;
}

}  // namespace acgd
