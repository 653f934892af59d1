#include <utility>

#include "acgd/objective/losses.hpp"
#include "linalg/lanes.hpp"
#include "objective/loss.hpp"

namespace acgd {
namespace {

/// phi'(u): u clipped to [-rho, rho]
ACGD_INLINE double clip(double u, double rho) {
  return lane::at_most(rho, lane::at_least(-rho, u));
}

/// phi(v) - phi(u) with v = u + move: the part of the move inside [-rho, rho] times the mean slope
/// there, plus the parts outside times +-rho. The parts are computed from `move`, since v - u
/// loses digits.
ACGD_INLINE double change_of_huber(double u, double move, double rho) {
  const double v = u + move;
  const double cu = clip(u, rho);
  const double cv = clip(v, rho);
  const double excess = u - cu;
  const double inside = v == cv ? move + excess : cv - cu;
  return 0.5 * (cu + cv) * inside + (cv * (move - inside) + (cv - cu) * excess);
}

ACGD_CLONES double sum_values(SampleWeights samples, const double* z, const double* target,
                              double rho) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double u = z[i] - target[i];
    const double c = clip(u, rho);
    return c * (u - 0.5 * c);
  });
}

ACGD_CLONES void fill_derivative(SampleWeights samples, const double* z, const double* target,
                                 double rho, double* r) {
  fill(samples, r, [=](Index i) ACGD_INLINE_LAMBDA { return clip(z[i] - target[i], rho); });
}

ACGD_CLONES double sum_changes(SampleWeights samples, const double* z, const double* target,
                               double rho, const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return change_of_huber(z[i] - target[i], t * w[i], rho);
  });
}

ACGD_CLONES double sum_slopes(SampleWeights samples, const double* z, const double* target,
                              double rho, const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return clip((z[i] - target[i]) + t * w[i], rho) * w[i];
  });
}

ACGD_CLONES Derivatives sum_of_curvatures(SampleWeights samples, const double* z,
                                          const double* target, double rho, const double* w,
                                          double t) {
  return sum_derivatives(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double u = (z[i] - target[i]) + t * w[i];
    return Derivatives{clip(u, rho) * w[i], lane::absolute(u) <= rho ? w[i] * w[i] : 0};
  });
}

ACGD_CLONES void fill_second(SampleWeights samples, const double* z, const double* target,
                             double rho, double* d) {
  fill(samples, d, [=](Index i) ACGD_INLINE_LAMBDA {
    return lane::absolute(z[i] - target[i]) <= rho ? 1.0 : 0.0;
  });
}

}  // namespace

HuberLoss::HuberLoss(Vector targets, double rho, LossOptions options)
    : WeightedLoss(targets.size(), std::move(options), Scaling::mean),
      targets_(checked_finite("targets", std::move(targets))),
      rho_(rho) {
  validate(Description{rho_parameter(rho)});
  check_squares(targets_);
}

double HuberLoss::value(ConstVectorRef z) const {
  return sum_values(samples(z), z.data(), targets_.data(), rho_);
}

void HuberLoss::derivative(ConstVectorRef z, VectorRef r) const {
  fill_derivative(samples(z, r), z.data(), targets_.data(), rho_, r.data());
}

double HuberLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w, double t) const {
  return sum_changes(samples(z, w), z.data(), targets_.data(), rho_, w.data(), t);
}

double HuberLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum_slopes(samples(z, w), z.data(), targets_.data(), rho_, w.data(), t);
}

std::optional<Derivatives> HuberLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                  double t) const {
  return sum_of_curvatures(samples(z, w), z.data(), targets_.data(), rho_, w.data(), t);
}

void HuberLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  fill_second(samples(z, d), z.data(), targets_.data(), rho_, d.data());
}

}  // namespace acgd
