#include "objective/ridge.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/sum.hpp"
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
  // <x, d> from the atoms, without forming d.
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

// The terms of <x, d> may cancel.
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

namespace {

/// l/2 ||x||^2 as a squared loss with target 0.
Composite ridge_squares(Index n, double l) {
  require_at_least("dimension", n, 1);
  require_positive("l", l);
  auto loss = std::make_shared<SquaredLoss>(
      Vector::Zero(n), LossOptions{.scaling = Scaling::sum, .weights = Vector::Constant(n, l / 2)});
  return Composite(std::move(loss), std::make_shared<IdentityMap>(n));
}

}  // namespace

Ridge::Ridge(Index dimension, double l) : l_(l), squares_(ridge_squares(dimension, l)) {}

double Ridge::value(const Vector& x) const { return l_ / 2 * x.squaredNorm(); }

void Ridge::gradient(const Vector& x, Vector& g) const { g = l_ * x; }

std::shared_ptr<const Objective> with_ridge(std::shared_ptr<const Objective> f, double l) {
  if (l == 0) return f;
  auto ridge = std::make_shared<const Ridge>(f->dimension(), l);
  return std::make_shared<const Sum>(std::vector<Sum::Part>{std::move(f), std::move(ridge)});
}

std::unique_ptr<Cursor> Ridge::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  return squares_.start(x0, std::move(norm));
}

}  // namespace acgd
