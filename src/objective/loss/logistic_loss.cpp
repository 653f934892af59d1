#include "objective/loss/logistic_loss.hpp"

#include <utility>

#include "acgd/objective/losses.hpp"
#include "linalg/lanes.hpp"
#include "objective/loss.hpp"

namespace acgd {

namespace {

/// log(1 + e^b) - log(1 + e^a) with b = a + move, where log(1 + e^x) = max(x, 0) + log1p(e^-|x|).
/// The first part is computed by cases. With e = e^-min(|a|, |b|) and k = 1 - e^-||a| - |b||,
/// the second is, up to its sign,
///   log((1 + e) / (1 + e - e k)) = 2 atanh(e k / (2 + 2 e - e k)),
/// which cannot overflow and is accurate for any move.
ACGD_INLINE double change_of_softplus(double a, double move) {
  const LogitMove step = look_at_move(a, move);
  const double linear = step.b > 0 ? (a > 0 ? move : step.b) : (a > 0 ? -a : 0.0);
  const double e = step.near.value;
  const double ek = -e * step.ratio.minus_one;
  const double rest = lane::twice_atanh(ek / (2 + 2 * e - ek));
  return linear + __builtin_copysign(rest, step.approach);
}

/// The same for a short move, given p = sigmoid(a): log1p(p (e^move - 1)), and
/// log1p(x) = 2 atanh(x / (2 + x)).
ACGD_INLINE double short_change_of_softplus(double p, double move) {
  const double x = p * lane::short_expm1(move);
  return lane::twice_atanh(x / (2 + x));
}

ACGD_CLONES double sum_values(SampleWeights samples, const double* z, const double* label) {
  return sum_over(samples,
                  [=](Index i) ACGD_INLINE_LAMBDA { return lane::softplus(-label[i] * z[i]); });
}

ACGD_CLONES void fill_derivative(SampleWeights samples, const double* z, const double* label,
                                 double* r) {
  fill(samples, r,
       [=](Index i) ACGD_INLINE_LAMBDA { return -label[i] * lane::sigmoid(-label[i] * z[i]); });
}

ACGD_CLONES double sum_changes(SampleWeights samples, const double* z, const double* label,
                               const double* r, const double* w, double t) {
  const double unscale = 1 / samples.scale;
  return sum_blocks(samples, [=](Index start, Index count, double* buffer) ACGD_INLINE_LAMBDA {
    if (all_short(w + start, t, count, lane::kShortExponent)) {
      // |r| = scale weight sigmoid(a). Samples of weight 0 give NaN here; sum_blocks() drops them.
      for (Index j = 0; j < count; ++j) buffer[j] = unscale * lane::absolute(r[start + j]);
      if (samples.weights != nullptr) {
        for (Index j = 0; j < count; ++j) buffer[j] /= samples.weights[start + j];
      }
      for (Index j = 0; j < count; ++j) {
        const Index i = start + j;
        buffer[j] = short_change_of_softplus(buffer[j], -label[i] * (t * w[i]));
      }
    } else {
      for (Index j = 0; j < count; ++j) {
        const Index i = start + j;
        buffer[j] = change_of_softplus(-label[i] * z[i], -label[i] * (t * w[i]));
      }
    }
  });
}

ACGD_CLONES double sum_slopes(SampleWeights samples, const double* z, const double* label,
                              const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return -label[i] * w[i] * lane::sigmoid(-label[i] * (z[i] + t * w[i]));
  });
}

ACGD_CLONES Derivatives sum_of_curvatures(SampleWeights samples, const double* z,
                                          const double* label, const double* w, double t) {
  return sum_derivatives(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double a = -label[i] * (z[i] + t * w[i]);
    const double e = lane::exp_or_zero(-lane::absolute(a)).value;
    const double d = 1 + e;
    return Derivatives{-label[i] * w[i] * ((a > 0 ? 1 : e) / d), w[i] * w[i] * (e / (d * d))};
  });
}

/// With e = e^-|z|, sigmoid(z) sigmoid(-z) = e / (1 + e)^2 for both labels.
ACGD_CLONES void fill_second(SampleWeights samples, const double* z, double* d) {
  fill(samples, d, [=](Index i) ACGD_INLINE_LAMBDA {
    const double e = lane::exp_or_zero(-lane::absolute(z[i])).value;
    return e / ((1 + e) * (1 + e));
  });
}

}  // namespace

LogisticLoss::LogisticLoss(Vector labels, LossOptions options)
    : WeightedLoss(labels.size(), std::move(options), Scaling::mean),
      labels_(checked_signs("labels", std::move(labels))) {}

double LogisticLoss::value(ConstVectorRef z) const {
  return sum_values(samples(z), z.data(), labels_.data());
}

void LogisticLoss::derivative(ConstVectorRef z, VectorRef r) const {
  fill_derivative(samples(z, r), z.data(), labels_.data(), r.data());
}

double LogisticLoss::change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const {
  return sum_changes(samples(z, r, w), z.data(), labels_.data(), r.data(), w.data(), t);
}

double LogisticLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return sum_slopes(samples(z, w), z.data(), labels_.data(), w.data(), t);
}

std::optional<Derivatives> LogisticLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                     double t) const {
  return sum_of_curvatures(samples(z, w), z.data(), labels_.data(), w.data(), t);
}

void LogisticLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  fill_second(samples(z, d), z.data(), d.data());
}

}  // namespace acgd
