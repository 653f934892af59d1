#include <cmath>
#include <utility>

#include "acgd/objective/losses.hpp"
#include "linalg/lanes.hpp"
#include "objective/loss.hpp"

namespace acgd {
namespace {

/// e^(z + move) - e^z - count move. For |move| <= 1: (e^z - count) move + e^z (e^move - 1 - move),
/// which does not cancel where the slope vanishes. Longer moves are evaluated from the larger end,
/// so that nothing overflows unless e^(z + move) does.
ACGD_INLINE double change_of_poisson(double z, double count, double move) {
  const bool is_short = lane::absolute(move) <= 1;
  const double v = z + move;
  const double added = v - z;
  const double lost = (z - (v - added)) + (move - added);  // z + move = v + lost
  const bool from_end = move > 1;
  const double power = lane::exp(from_end ? v : z);
  const double end = power * (1 + (from_end ? lost : 0));
  const lane::Exponential e = lane::exp_or_zero(is_short ? move : -lane::absolute(move));
  const double short_change = (end - count) * move + end * e.tail;
  const double long_change = (move > 0 ? -end : end) * e.minus_one - count * move;
  return is_short ? short_change : long_change;
}

ACGD_CLONES double sum_values(SampleWeights samples, const double* z, const double* count) {
  return sum_over(samples,
                  [=](Index i) ACGD_INLINE_LAMBDA { return lane::exp(z[i]) - count[i] * z[i]; });
}

ACGD_CLONES void fill_derivative(SampleWeights samples, const double* z, const double* count,
                                 double* r) {
  fill(samples, r, [=](Index i) ACGD_INLINE_LAMBDA { return lane::exp(z[i]) - count[i]; });
}

ACGD_CLONES double sum_changes(SampleWeights samples, const double* z, const double* count,
                               const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return change_of_poisson(z[i], count[i], t * w[i]);
  });
}

ACGD_CLONES double sum_slopes(SampleWeights samples, const double* z, const double* count,
                              const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return (lane::exp(z[i] + t * w[i]) - count[i]) * w[i];
  });
}

ACGD_CLONES Derivatives sum_of_curvatures(SampleWeights samples, const double* z,
                                          const double* count, const double* w, double t) {
  return sum_derivatives(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double power = lane::exp(z[i] + t * w[i]);
    return Derivatives{(power - count[i]) * w[i], power * w[i] * w[i]};
  });
}

ACGD_CLONES void fill_second(SampleWeights samples, const double* z, double* d) {
  fill(samples, d, [=](Index i) ACGD_INLINE_LAMBDA { return lane::exp(z[i]); });
}

}  // namespace

PoissonLoss::PoissonLoss(Vector counts, LossOptions options)
    : WeightedLoss(counts.size(), std::move(options), Scaling::mean),
      counts_(checked_non_negative("counts", std::move(counts))) {}

double PoissonLoss::value(ConstVectorRef z) const {
  return sum_values(samples(z), z.data(), counts_.data());
}

void PoissonLoss::derivative(ConstVectorRef z, VectorRef r) const {
  fill_derivative(samples(z, r), z.data(), counts_.data(), r.data());
}

double PoissonLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w,
                           double t) const {
  return sum_changes(samples(z, w), z.data(), counts_.data(), w.data(), t);
}

double PoissonLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum_slopes(samples(z, w), z.data(), counts_.data(), w.data(), t);
}

std::optional<Derivatives> PoissonLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                    double t) const {
  return sum_of_curvatures(samples(z, w), z.data(), counts_.data(), w.data(), t);
}

double PoissonLoss::infimum() const {
  double sum = 0;
  for (Index i = 0; i < size(); ++i) {
    if (counts_[i] > 0) sum += factor(i) * counts_[i] * (1 - std::log(counts_[i]));
  }
  return sum;
}

void PoissonLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  fill_second(samples(z, d), z.data(), d.data());
}

}  // namespace acgd
