#include <algorithm>
#include <numbers>
#include <utility>

#include "acgd/objective/losses.hpp"
#include "linalg/lanes.hpp"
#include "objective/loss.hpp"
#include "objective/loss/logistic_loss.hpp"

namespace acgd {
namespace {

// For targets 0 and 1 the loss is sigmoid(a)^2 with a = -sign z. Other targets need the difference
// sigmoid(z) - target, which loses relative accuracy where it vanishes.

/// sigmoid(a) = up / d and sigmoid(-a) = down / d
struct Sigmoid {
  double up, down, d;
};

ACGD_INLINE Sigmoid look_at(double a) {
  const double e = lane::exp_or_zero(-lane::absolute(a)).value;
  return {a > 0 ? 1 : e, a > 0 ? e : 1, 1 + e};
}

/// 2 s^2 (1 - s) with s = sigmoid(a)
ACGD_INLINE double derivative_of_error(double a) {
  const double e = lane::exp_or_zero(-lane::absolute(a)).value;
  const double d = 1 + e;
  return 2 * (a > 0 ? e : e * e) / (d * d * d);
}

/// A move from a to b = a + move.
struct SigmoidMove {
  Sigmoid a, b;
  double numerator;  ///< (sigmoid(b) - sigmoid(a)) a.d b.d
};

/// Uses sigmoid(high) - sigmoid(low) = sigmoid(high) sigmoid(-low) (1 - e^-(high - low)).
ACGD_INLINE SigmoidMove move_sigmoid(double a, double move) {
  const LogitMove step = look_at_move(a, move);
  const bool approaches = step.approach > 0;
  const double far = step.near.value * step.ratio.value;
  const double ea = approaches ? far : step.near.value;  // e^-|a|
  const double eb = approaches ? step.near.value : far;
  const double up_a = a > 0 ? 1 : ea;
  const double down_a = a > 0 ? ea : 1;
  const double up_b = step.b > 0 ? 1 : eb;
  const double down_b = step.b > 0 ? eb : 1;

  // 1 - e^-|move|. Without a sign change |move| = ||a| - |b||, otherwise |move| is that plus twice
  // the smaller of |a|, |b|. All terms have the same sign.
  const double twice_near = step.near.minus_one * (2 + step.near.minus_one);
  const double across = twice_near + step.ratio.minus_one * (1 + twice_near);
  const double k = -(step.crosses ? across : step.ratio.minus_one);

  const double product = move > 0 ? up_b * down_a : -(up_a * down_b);
  return {{up_a, down_a, 1 + ea}, {up_b, down_b, 1 + eb}, product * k};
}

/// sigmoid(b)^2 - sigmoid(a)^2 with b = a + move, as (sigmoid(b) - sigmoid(a)) times their sum.
ACGD_INLINE double change_of_error(double z, double move) {
  const auto [a, b, numerator] = move_sigmoid(z, move);
  const double d = a.d * b.d;
  return numerator * (b.up * a.d + a.up * b.d) / (d * d);
}

/// (sigmoid(z + move) - target)^2 - (sigmoid(z) - target)^2
ACGD_INLINE double change_of_error_to(double target, double z, double move) {
  const auto [a, b, numerator] = move_sigmoid(z, move);
  return numerator / (a.d * b.d) * ((a.up / a.d - target) + (b.up / b.d - target));
}

/// First and second derivative of (sigmoid(z) - target)^2.
ACGD_INLINE Derivatives derivatives_of_error_to(double target, double z) {
  const Sigmoid s = look_at(z);
  const double error = s.up / s.d - target;
  const double rise = s.up * s.down / (s.d * s.d);
  return {2 * error * rise, 2 * rise * (rise + error * (s.down - s.up) / s.d)};
}

/// First and second derivative of sigmoid(a)^2.
ACGD_INLINE Derivatives curvature_of_error(double a) {
  const Sigmoid s = look_at(a);
  const double slope = 2 * (a > 0 ? s.down : s.up * s.up) / (s.d * s.d * s.d);
  return {slope, slope * (2 * s.down - s.up) / s.d};
}

/// change_of_error() for a short move. With x = e^move - 1, sigmoid(a) = up / d, up down = e:
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
    if (all_short(w + start, t, count, lane::kShortExponent)) {
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

ACGD_CLONES Derivatives sum_of_curvatures(SampleWeights samples, const double* z,
                                          const double* sign, const double* w, double t) {
  return sum_derivatives(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const Derivatives error = curvature_of_error(-sign[i] * (z[i] + t * w[i]));
    return Derivatives{-sign[i] * w[i] * error.slope, w[i] * w[i] * error.curvature};
  });
}

ACGD_CLONES double sum_values_to(SampleWeights samples, const double* z, const double* target) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const double error = lane::sigmoid(z[i]) - target[i];
    return error * error;
  });
}

ACGD_CLONES void fill_derivative_to(SampleWeights samples, const double* z, const double* target,
                                    double* r) {
  fill(samples, r,
       [=](Index i) ACGD_INLINE_LAMBDA { return derivatives_of_error_to(target[i], z[i]).slope; });
}

ACGD_CLONES double sum_changes_to(SampleWeights samples, const double* z, const double* target,
                                  const double* w, double t) {
  return sum_over(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    return change_of_error_to(target[i], z[i], t * w[i]);
  });
}

ACGD_CLONES Derivatives sum_of_bends_to(SampleWeights samples, const double* z,
                                        const double* target, const double* w, double t) {
  return sum_derivatives(samples, [=](Index i) ACGD_INLINE_LAMBDA {
    const Derivatives error = derivatives_of_error_to(target[i], z[i] + t * w[i]);
    return Derivatives{w[i] * error.slope, w[i] * w[i] * error.curvature};
  });
}

ACGD_CLONES void fill_second(SampleWeights samples, const double* z, const double* sign,
                             double* d) {
  fill(samples, d,
       [=](Index i) ACGD_INLINE_LAMBDA { return curvature_of_error(-sign[i] * z[i]).curvature; });
}

ACGD_CLONES void fill_second_to(SampleWeights samples, const double* z, const double* target,
                                double* d) {
  fill(samples, d, [=](Index i) ACGD_INLINE_LAMBDA {
    return derivatives_of_error_to(target[i], z[i]).curvature;
  });
}

/// 2 target - 1 if every target is 0 or 1, else empty.
Vector signs_of_classes(const Vector& targets) {
  const bool classes = ((targets.array() == 0) || (targets.array() == 1)).all();
  return classes ? Vector(2 * targets.array() - 1) : Vector();
}

}  // namespace

SigmoidLoss::SigmoidLoss(Vector targets, LossOptions options)
    : WeightedLoss(targets.size(), std::move(options), Scaling::mean),
      targets_(checked_finite("targets", std::move(targets))),
      signs_(signs_of_classes(targets_)) {}

double SigmoidLoss::value(ConstVectorRef z) const {
  return signs_.size() > 0 ? sum_values(samples(z), z.data(), signs_.data())
                           : sum_values_to(samples(z), z.data(), targets_.data());
}

void SigmoidLoss::derivative(ConstVectorRef z, VectorRef r) const {
  if (signs_.size() > 0) {
    fill_derivative(samples(z, r), z.data(), signs_.data(), r.data());
  } else {
    fill_derivative_to(samples(z, r), z.data(), targets_.data(), r.data());
  }
}

double SigmoidLoss::change(ConstVectorRef z, ConstVectorRef /*r*/, ConstVectorRef w,
                           double t) const {
  return signs_.size() > 0 ? sum_changes(samples(z, w), z.data(), signs_.data(), w.data(), t)
                           : sum_changes_to(samples(z, w), z.data(), targets_.data(), w.data(), t);
}

double SigmoidLoss::slope(ConstVectorRef z, ConstVectorRef w, double t) const {
  return signs_.size() > 0 ? sum_slopes(samples(z, w), z.data(), signs_.data(), w.data(), t)
                           : derivatives(z, w, t)->slope;
}

std::optional<Derivatives> SigmoidLoss::derivatives(ConstVectorRef z, ConstVectorRef w,
                                                    double t) const {
  return signs_.size() > 0 ? sum_of_curvatures(samples(z, w), z.data(), signs_.data(), w.data(), t)
                           : sum_of_bends_to(samples(z, w), z.data(), targets_.data(), w.data(), t);
}

void SigmoidLoss::second_derivative(ConstVectorRef z, VectorRef d) const {
  if (signs_.size() > 0) {
    fill_second(samples(z, d), z.data(), signs_.data(), d.data());
  } else {
    fill_second_to(samples(z, d), z.data(), targets_.data(), d.data());
  }
}

double SigmoidLoss::infimum() const {
  double sum = 0;
  for (Index i = 0; i < size(); ++i) {
    const double beyond = targets_[i] - std::clamp(targets_[i], 0.0, 1.0);
    sum += factor(i) * beyond * beyond;
  }
  return sum;
}

std::optional<double> SigmoidLoss::lipschitz() const {
  constexpr double of_classes = 0.15405857012135052;
  const double beyond = std::max({0.0, targets_.maxCoeff() - 1, -targets_.minCoeff()});
  return (of_classes + beyond / (3 * std::numbers::sqrt3)) * largest_factor();
}

}  // namespace acgd
