#include "acgd/objective/loss/sigmoid_loss.hpp"

#include <utility>

#include "core/lane_math.hpp"
#include "objective/loss/check_samples.hpp"
#include "objective/loss/logit_move.hpp"
#include "objective/loss/sample_loops.hpp"

namespace acgd {
namespace {

// Both classes are one function of a = -sign z: the error is sigmoid(a)^2.

/// 2 s^2 (1 - s) with s = sigmoid(a)
ACGD_INLINE double derivative_of_error(double a) {
  const double e = lane::exp_or_zero(-lane::absolute(a)).value;
  const double d = 1 + e;
  return 2 * (a > 0 ? e : e * e) / (d * d * d);
}

/// sigmoid(b)^2 - sigmoid(a)^2 with b = a + move, as (sigmoid(b) - sigmoid(a)) times their sum, and
///   sigmoid(high) - sigmoid(low) = sigmoid(high) sigmoid(-low) (1 - e^-(high - low)).
ACGD_INLINE double change_of_error(double a, double move) {
  const LogitMove step = look_at_move(a, move);
  const bool approaches = step.approach > 0;
  const double far = step.near.value * step.ratio.value;
  const double ea = approaches ? far : step.near.value;  // e^-|a|
  const double eb = approaches ? step.near.value : far;
  // sigmoid(a) = up_a / (1 + ea), sigmoid(-a) = down_a / (1 + ea)
  const double up_a = a > 0 ? 1 : ea;
  const double down_a = a > 0 ? ea : 1;
  const double up_b = step.b > 0 ? 1 : eb;
  const double down_b = step.b > 0 ? eb : 1;

  // 1 - e^-|move|: on one side of zero |move| = ||a| - |b||, across it |move| is that and twice the
  // smaller of |a|, |b|; no two terms have different signs.
  const double twice_near = step.near.minus_one * (2 + step.near.minus_one);
  const double across = twice_near + step.ratio.minus_one * (1 + twice_near);
  const double k = -(step.crosses ? across : step.ratio.minus_one);

  const double product = move > 0 ? up_b * down_a : -(up_a * down_b);
  const double da = 1 + ea;
  const double db = 1 + eb;
  const double d = da * db;
  return product * k * (up_b * da + up_a * db) / (d * d);
}

/// The same for a short move. With x = e^move - 1 and sigmoid(a) = up / d, sigmoid(-a) = down / d:
///   sigmoid(b) - sigmoid(a) = up down x / (d (d + up x)),  sigmoid(b) = up (1 + x) / (d + up x).
ACGD_INLINE double short_change_of_error(double a, double move) {
  const double e = lane::exp_or_zero(-lane::absolute(a)).value;  // up * down
  const double up = a > 0 ? 1 : e;
  const double d = 1 + e;
  const double x = lane::short_expm1(move);
  const double moved = up * x;
  const double root = d * (d + moved);
  return (up * e) * x * ((2 + x) * d + moved) / (root * root);
}

ACGD_CLONES double sum_values(SampleWeights samples, const double* z, const double* sign) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double error = lane::sigmoid(-sign[i] * z[i]);
    return error * error;
  });
}

ACGD_CLONES void fill_derivative(SampleWeights samples, const double* z, const double* sign,
                                 double* r) {
  fill(samples, r,
       [=](Index i) ACGD_INLINE_LAMBDA { return -sign[i] * derivative_of_error(-sign[i] * z[i]); });
}

ACGD_CLONES double sum_changes(SampleWeights samples, const double* z, const double* sign,
                               const double* w, double t) {
  return sum_blocks(samples, [=](Index start, Index count, double* buffer) ACGD_INLINE_LAMBDA {
    if (all_short(w + start, t, count, lane::short_exponent)) {
      for (Index j = 0; j < count; ++j) {
        const Index i = start + j;
        buffer[j] = short_change_of_error(-sign[i] * z[i], -sign[i] * (t * w[i]));
      }
    } else {
      for (Index j = 0; j < count; ++j) {
        const Index i = start + j;
        buffer[j] = change_of_error(-sign[i] * z[i], -sign[i] * (t * w[i]));
      }
    }
  });
}

ACGD_CLONES double sum_slopes(SampleWeights samples, const double* z, const double* sign,
                              const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return -sign[i] * w[i] * derivative_of_error(-sign[i] * (z[i] + t * w[i]));
  });
}

}  // namespace

SigmoidLoss::SigmoidLoss(Vector labels, LossOptions options)
    : WeightedLoss(labels.size(), std::move(options), Scaling::mean),
      signs_(signs_of_classes("labels", std::move(labels))) {}

double SigmoidLoss::value(const Vector& z) const {
  return sum_values(samples(z), z.data(), signs_.data());
}

void SigmoidLoss::derivative(const Vector& z, Vector& r) const {
  fill_derivative(samples(z, r), z.data(), signs_.data(), r.data());
}

double SigmoidLoss::change(const Vector& z, const Vector& /*r*/, const Vector& w, double t) const {
  return sum_changes(samples(z, w), z.data(), signs_.data(), w.data(), t);
}

double SigmoidLoss::slope(const Vector& z, const Vector& w, double t) const {
  return sum_slopes(samples(z, w), z.data(), signs_.data(), w.data(), t);
}

}  // namespace acgd
