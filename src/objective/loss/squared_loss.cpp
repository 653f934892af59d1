#include <utility>

#include "acgd/objective/losses.hpp"
#include "objective/loss.hpp"

namespace acgd {
namespace {

ACGD_CLONES double sum_values(SampleWeights samples, const double* z, const double* target) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double u = z[i] - target[i];
    return u * u;
  });
}

ACGD_CLONES void fill_derivative(SampleWeights samples, const double* z, const double* target,
                                 double* r) {
  fill(samples, r, [=](Index i) ACGD_INLINE_LAMBDA { return 2 * (z[i] - target[i]); });
}

ACGD_CLONES double sum_changes(SampleWeights samples, const double* z, const double* target,
                               const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double move = t * w[i];
    return move * (2 * (z[i] - target[i]) + move);
  });
}

ACGD_CLONES double sum_slopes(SampleWeights samples, const double* z, const double* target,
                              const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return 2 * ((z[i] - target[i]) + t * w[i]) * w[i];
  });
}

ACGD_CLONES double sum_of_squares(SampleWeights samples, const double* w) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA { return w[i] * w[i]; });
}

ACGD_CLONES void fill_second(SampleWeights samples, double* d) {
  fill(samples, d, [](Index) ACGD_INLINE_LAMBDA { return 2.0; });
}

}  // namespace

SquaredLoss::SquaredLoss(Vector targets, LossOptions options)
    : WeightedLoss(targets.size(), std::move(options), Scaling::sum),
      targets_(checked_finite("targets", std::move(targets))) {
  check_squares(targets_);
}

double SquaredLoss::value(ConstVectorRef z) const {
  return sum_values(samples(z), z.data(), targets_.data());
}

void SquaredLoss::derivative(ConstVectorRef z, VectorRef r) const {
  fill_derivative(samples(z, r), z.data(), targets_.data(), r.data());
}

double SquaredLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w,
                           double t) const {
  return sum_changes(samples(z, w), z.data(), targets_.data(), w.data(), t);
}

double SquaredLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum_slopes(samples(z, w), z.data(), targets_.data(), w.data(), t);
}

std::optional<double> SquaredLoss::curvature(ConstVectorRef w) const {
  return 2 * sum_of_squares(samples(w), w.data());
}

void SquaredLoss::second_derivative([[maybe_unused]] ConstVectorRef z, VectorRef d) const {
  fill_second(samples(z, d), d.data());
}

}  // namespace acgd
