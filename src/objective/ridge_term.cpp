#include "objective/ridge_term.hpp"

#include <cmath>

#include "linalg/kernels.hpp"
#include "objective/atom_entries.hpp"
#include "objective/rounding.hpp"

namespace acgd {

double RidgeTerm::squared(const Vector& x) {
  if (!squared_) squared_ = kernels::dot(x.data(), x.data(), x.size());
  return *squared_;
}

void RidgeTerm::look(const Direction& direction, const Vector& x, Line& beside, const Norm& norm) {
  direction_ = &direction;
  x_ = &x;
  beside_ = &beside;
  is_euclidean_ = norm.is_euclidean();
  curvature_.reset();
  // <x, d> from the atoms: d is not formed.
  double dot = direction.point_weight != 0 ? direction.point_weight * squared(x) : 0;
  for (const Term& term : direction.terms) dot += term.weight * term.atom->dot(x);
  slope_ = l_ * dot;
}

double RidgeTerm::curvature() {
  if (curvature_) return *curvature_;
  if (is_euclidean_) {
    const double length = beside_->norm();
    curvature_ = l_ * length * length;
  } else {
    d_.resize(x_->size());
    direction_->assign_terms_to(d_);
    if (direction_->point_weight != 0) d_ += direction_->point_weight * *x_;
    curvature_ = l_ * kernels::dot(d_.data(), d_.data(), d_.size());
  }
  return *curvature_;
}

// Terms of <x, d> may cancel each other.
double RidgeTerm::slope_noise() const {
  const Vector& x = *x_;
  double sizes = std::abs(direction_->point_weight) * squared_.value_or(0);
  for (const Term& term : direction_->terms) {
    for_each_entry(*term.atom, 0,
                   [&](Index i, double value) { sizes += std::abs(term.weight * value * x[i]); });
  }
  return kDotNoise * l_ * sizes;
}

double RidgeTerm::gradient_noise(const Vector& x, const Norm& norm) {
  const bool is_known = norm.is_euclidean() && is_ordinary_square(squared(x));
  return (kGradientNoise + kPositionNoise) * l_ * (is_known ? std::sqrt(squared(x)) : norm.dual(x));
}

}  // namespace acgd
