#include <utility>

#include "acgd/objective/losses.hpp"
#include "linalg/lanes.hpp"
#include "objective/loss.hpp"

namespace acgd {
namespace {

/// max(0, v)^2 - max(0, q)^2 with v = q + move, as a difference times a sum. If both are
/// positive, the difference is `move`.
ACGD_INLINE double change_of_hinge(double q, double move) {
  const double v = q + move;
  const double before = lane::at_least(0, q);
  const double after = lane::at_least(0, v);
  const double difference = v > 0 ? (q > 0 ? move : v) : -before;
  return difference * (before + after);
}

ACGD_CLONES double sum_values(SampleWeights samples, const double* z, const double* label) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double q = lane::at_least(0, 1 - label[i] * z[i]);
    return q * q;
  });
}

ACGD_CLONES void fill_derivative(SampleWeights samples, const double* z, const double* label,
                                 double* r) {
  fill(samples, r, [=](Index i) ACGD_INLINE_LAMBDA {
    return -2 * label[i] * lane::at_least(0, 1 - label[i] * z[i]);
  });
}

ACGD_CLONES double sum_changes(SampleWeights samples, const double* z, const double* label,
                               const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return change_of_hinge(1 - label[i] * z[i], -label[i] * (t * w[i]));
  });
}

ACGD_CLONES double sum_slopes(SampleWeights samples, const double* z, const double* label,
                              const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return -2 * label[i] * w[i] * lane::at_least(0, 1 - label[i] * (z[i] + t * w[i]));
  });
}

ACGD_CLONES Derivatives sum_of_curvatures(SampleWeights samples, const double* z,
                                          const double* label, const double* w, double t) {
  return sum_derivatives(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double q = 1 - label[i] * (z[i] + t * w[i]);
    return Derivatives{-2 * label[i] * w[i] * lane::at_least(0, q), q > 0 ? 2 * w[i] * w[i] : 0};
  });
}

ACGD_CLONES void fill_second(SampleWeights samples, const double* z, const double* label,
                             double* d) {
  fill(samples, d, [=](Index i) ACGD_INLINE_LAMBDA { return 1 - label[i] * z[i] > 0 ? 2.0 : 0.0; });
}

}  // namespace

SquaredHingeLoss::SquaredHingeLoss(Vector labels, LossOptions options)
    : WeightedLoss(labels.size(), std::move(options), Scaling::mean),
      labels_(checked_signs("labels", std::move(labels))) {}

double SquaredHingeLoss::value(ConstVectorRef z) const {
  return sum_values(samples(z), z.data(), labels_.data());
}

void SquaredHingeLoss::derivative(ConstVectorRef z, VectorRef r) const {
  fill_derivative(samples(z, r), z.data(), labels_.data(), r.data());
}

double SquaredHingeLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w,
                                double t) const {
  return sum_changes(samples(z, w), z.data(), labels_.data(), w.data(), t);
}

double SquaredHingeLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum_slopes(samples(z, w), z.data(), labels_.data(), w.data(), t);
}

std::optional<Derivatives> SquaredHingeLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                         double t) const {
  return sum_of_curvatures(samples(z, w), z.data(), labels_.data(), w.data(), t);
}

void SquaredHingeLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  fill_second(samples(z, d), z.data(), labels_.data(), d.data());
}

}  // namespace acgd
