#include <cmath>
#include <limits>
#include <utility>

#include "acgd/objective/losses.hpp"
#include "objective/loss.hpp"

namespace acgd {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ACGD_CLONES double sum_values(SampleWeights samples, const double* z) {
  return sum_over(
      samples, [=](Index i) ACGD_INLINE_LAMBDA { return z[i] > 0 ? -std::log(z[i]) : kInfinity; });
}

ACGD_CLONES void fill_derivative(SampleWeights samples, const double* z, double* r) {
  fill(samples, r, [=](Index i) ACGD_INLINE_LAMBDA { return z[i] > 0 ? -1 / z[i] : -kInfinity; });
}

ACGD_CLONES double sum_changes(SampleWeights samples, const double* z, const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return z[i] + t * w[i] > 0 ? -std::log1p(t * w[i] / z[i]) : kInfinity;
  });
}

/// Beyond the domain the slope is +infinity, so that line searches turn back.
ACGD_CLONES double sum_slopes(SampleWeights samples, const double* z, const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double at = z[i] + t * w[i];
    return at > 0 ? -w[i] / at : kInfinity;
  });
}

ACGD_CLONES Derivatives sum_of_curvatures(SampleWeights samples, const double* z, const double* w,
                                          double t) {
  return sum_derivatives(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double at = z[i] + t * w[i];
    const double slope = at > 0 ? -w[i] / at : kInfinity;
    return Derivatives{slope, slope * slope};
  });
}

ACGD_CLONES void fill_second(SampleWeights samples, const double* z, double* d) {
  fill(samples, d, [=](Index i) ACGD_INLINE_LAMBDA { return 1 / (z[i] * z[i]); });
}

}  // namespace

NegativeLogLoss::NegativeLogLoss(const Vector& shifts, LossOptions options)
    : WeightedLoss(shifts.size(), std::move(options), Scaling::mean) {
  checked_finite("shifts", shifts);
  for (Index i = 0; i < size(); ++i) constant_ += factor(i) * shifts[i];
}

double NegativeLogLoss::value(ConstVectorRef z) const {
  return constant_ + sum_values(samples(z), z.data());
}

void NegativeLogLoss::derivative(ConstVectorRef z, VectorRef r) const {
  fill_derivative(samples(z, r), z.data(), r.data());
}

double NegativeLogLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w,
                               double t) const {
  return sum_changes(samples(z, w), z.data(), w.data(), t);
}

double NegativeLogLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum_slopes(samples(z, w), z.data(), w.data(), t);
}

std::optional<Derivatives> NegativeLogLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                        double t) const {
  return sum_of_curvatures(samples(z, w), z.data(), w.data(), t);
}

void NegativeLogLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  fill_second(samples(z, d), z.data(), d.data());
}

double NegativeLogLoss::infimum() const { return -kInfinity; }

}  // namespace acgd
