// The softmax loss against its formula in extended precision, and its invariances.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "acgd/acgd.hpp"
#include "acgd/objective/losses.hpp"
#include "objective/quadratic_problems.hpp"
#include "support/refusal.hpp"

namespace acgd_test {
namespace {

using namespace acgd;
using Real = long double;

constexpr Index kSoftmaxSamples = 150, kSoftmaxClasses = 5;

Vector some_classes(Index samples = kSoftmaxSamples, Index count = kSoftmaxClasses) {
  Vector classes(samples);
  for (Index i = 0; i < samples; ++i) classes[i] = static_cast<double>((i * i + 3 * i / 7) % count);
  return classes;
}

Vector predictions_of(double size, std::uint64_t seed) {
  return size * random_vector(kSoftmaxSamples * kSoftmaxClasses, seed);
}

/// The probabilities of one sample, and its loss.
struct Sample {
  std::vector<Real> p;
  Real loss;
};

Sample plain_sample(const Vector& z, Index i, Index size, Index own) {
  const Index classes = z.size() / size;
  Sample sample;
  Real top = z[i], sum = 0;
  for (Index k = 0; k < classes; ++k) top = std::max<Real>(top, z[k * size + i]);
  for (Index k = 0; k < classes; ++k) sum += std::exp(Real{z[k * size + i]} - top);
  for (Index k = 0; k < classes; ++k) {
    sample.p.push_back(std::exp(Real{z[k * size + i]} - top) / sum);
  }
  sample.loss = top + std::log(sum) - z[own * size + i];
  return sample;
}

struct Plain {
  Real value = 0;
  Vector derivative;
};

Plain plain_softmax(const Vector& z, const Vector& classes, const Vector& weights) {
  const Index m = classes.size();
  Plain plain{0, Vector(z.size())};
  for (Index i = 0; i < m; ++i) {
    const auto own = static_cast<Index>(classes[i]);
    const Sample sample = plain_sample(z, i, m, own);
    const Real factor = Real{weights[i]} / weights.sum();
    plain.value += factor * sample.loss;
    for (Index k = 0; k < z.size() / m; ++k) {
      const Real r = sample.p[k] - (k == own ? 1 : 0);
      plain.derivative[k * m + i] = static_cast<double>(factor * r);
    }
  }
  return plain;
}

TEST(SoftmaxLoss, ValueAndDerivativeMatchFormula) {
  const Vector classes = some_classes();
  const Vector weights = random_vector(kSoftmaxSamples, 2).cwiseAbs();
  const SoftmaxLoss loss(classes, kSoftmaxClasses, {.weights = weights});
  EXPECT_EQ(loss.size(), kSoftmaxSamples);
  EXPECT_EQ(loss.predictions(), kSoftmaxSamples * kSoftmaxClasses);
  for (const double size : {0.0, 1e-8, 1.0, 20.0, 300.0, 1e5}) {
    const Vector z = predictions_of(size, 3);
    const Plain plain = plain_softmax(z, classes, weights);
    EXPECT_NEAR(loss.value(z), static_cast<double>(plain.value),
                1e-14 * static_cast<double>(plain.value));
    Vector r(z.size());
    loss.derivative(z, r);
    EXPECT_LE((r - plain.derivative).lpNorm<Eigen::Infinity>(), 1e-15) << size;
  }
  EXPECT_NEAR(loss.value(Vector::Zero(loss.predictions())), std::log(5.0), 1e-15);
  EXPECT_EQ(loss.infimum(), 0);
}

TEST(SoftmaxLoss, SmallValuesAreAccurate) {
  const SoftmaxLoss loss(Vector{{1}}, 3);
  EXPECT_DOUBLE_EQ(loss.value(Vector{{0, 60, -5}}), std::exp(-60.0) * (1 + std::exp(-5.0)));
  Vector r(3);
  loss.derivative(Vector{{0, 60, -5}}, r);
  EXPECT_DOUBLE_EQ(r[1], -std::exp(-60.0) * (1 + std::exp(-5.0)));
  EXPECT_EQ(loss.value(Vector{{1e9, -1e9, 0}}), 2e9);
}

/// For one sample, in extended precision and without cancellation: log(sum of p_k e^a_k).
Real plain_change(const Vector& z, const Vector& w, double t, Index i, Index m, Index own) {
  const Sample sample = plain_sample(z, i, m, own);
  Real sum = 0;
  for (Index k = 0; k < z.size() / m; ++k) {
    const Real a = Real{t} * (Real{w[k * m + i]} - w[own * m + i]);
    sum += sample.p[k] * std::expm1(a);
  }
  return std::log1p(sum);
}

TEST(SoftmaxLoss, ChangeIsAccurateForShortSteps) {
  const Vector classes = some_classes(), w = predictions_of(1, 4);
  const SoftmaxLoss loss(classes, kSoftmaxClasses);
  for (const double size : {0.1, 3.0, 30.0}) {
    const Vector z = predictions_of(size, 5);
    Vector r(z.size());
    loss.derivative(z, r);
    for (const double t : {1e-300, 1e-14, 1e-5, 0.1, 1.0, 5.0}) {
      Real exact = 0, sizes = 0;
      for (Index i = 0; i < kSoftmaxSamples; ++i) {
        const Real change =
            plain_change(z, w, t, i, kSoftmaxSamples, static_cast<Index>(classes[i]));
        exact += change / kSoftmaxSamples;
        sizes += std::abs(change) / kSoftmaxSamples;
      }
      EXPECT_NEAR(loss.change(z, r, w, t), static_cast<double>(exact),
                  1e-14 * static_cast<double>(sizes))
          << size << ", " << t;
    }
  }
}

// From a wrong prediction to a perfect one, and back, without a difference of large numbers.
TEST(SoftmaxLoss, ChangeIsAccurateForLongSteps) {
  const SoftmaxLoss loss(Vector{{0}}, 3);
  const Vector bad{{-400, 400, 0}}, w{{1600, -1600, 0}};
  Vector r(3);
  loss.derivative(bad, r);
  EXPECT_DOUBLE_EQ(loss.change(bad, r, w, 0.5), -800 + std::exp(-400.0));
  loss.derivative(-bad, r);
  EXPECT_DOUBLE_EQ(loss.change(-bad, r, w, -0.5), 800);
  const Vector unlikely{{0, -1, -50}}, one_class{{0, 0, 3}};
  loss.derivative(unlikely, r);
  const double p = std::exp(-50.0) / (1 + std::exp(-1.0) + std::exp(-50.0));
  EXPECT_NEAR(loss.change(unlikely, r, one_class, 1), p * std::expm1(3.0), 1e-13 * p);
}

TEST(SoftmaxLoss, CurvatureMatchesFormula) {
  const Vector classes = some_classes(), z = predictions_of(2, 6), w = predictions_of(1, 7);
  const Vector weights = random_vector(kSoftmaxSamples, 8).cwiseAbs();
  const SoftmaxLoss loss(classes, kSoftmaxClasses, {.weights = weights});
  for (const double t : {0.0, 0.3}) {
    const Vector moved = z + t * w;
    const Plain plain = plain_softmax(moved, classes, weights);
    const Derivatives derivatives = *loss.derivatives(z, w, t);
    EXPECT_NEAR(derivatives.slope, plain.derivative.dot(w), 1e-14);
    EXPECT_EQ(loss.slope(z, w, t), derivatives.slope);
    Vector d(z.size()), y(z.size());
    loss.second_derivative(moved, d);
    loss.multiply_second(d, w, y);
    EXPECT_NEAR(derivatives.curvature, y.dot(w), 1e-14);
    // Differences of derivatives, and M'M.
    const double h = 1e-5;
    Vector up(z.size()), down(z.size());
    loss.derivative(moved + h * w, up);
    loss.derivative(moved - h * w, down);
    EXPECT_LE(((up - down) / (2 * h) - y).lpNorm<Eigen::Infinity>(), 1e-10);
    Vector root(z.size());
    loss.multiply_root(d, w.data(), 0, 100, root.data());
    loss.multiply_root(d, w.data(), 100, kSoftmaxSamples, root.data() + 100 * kSoftmaxClasses);
    EXPECT_NEAR(root.squaredNorm(), derivatives.curvature, 1e-14);
  }
}

TEST(SoftmaxLoss, LipschitzConstantIsAttained) {
  const SoftmaxLoss loss(Vector{{0, 1}}, 4, {.weights = Vector{{1, 3}}});
  EXPECT_EQ(loss.lipschitz(), 0.5 * 0.75);
  // Two classes that share all of the probability, along their difference.
  const Vector z{{0, 0, 0, 0, 0, -900, 0, -900}}, w{{0, 1, 0, -1, 0, 0, 0, 0}};
  EXPECT_NEAR(loss.derivatives(z, w, 0)->curvature, *loss.lipschitz() * w.squaredNorm(), 1e-15);
}

TEST(SoftmaxLoss, OfTwoClassesIsLogisticLoss) {
  const Vector classes = some_classes(kSoftmaxSamples, 2);
  const SoftmaxLoss loss(classes, 2);
  const LogisticLoss logistic(2 * classes.array() - 1);
  const Vector z = random_vector(kSoftmaxSamples, 9);
  Vector both = Vector::Zero(2 * kSoftmaxSamples);
  both.tail(kSoftmaxSamples) = z;
  EXPECT_NEAR(loss.value(both), logistic.value(z), 1e-15);
  Vector r(both.size()), of_logistic(z.size());
  loss.derivative(both, r);
  logistic.derivative(z, of_logistic);
  EXPECT_LE((r.tail(z.size()) - of_logistic).norm(), 1e-15);
}

TEST(SoftmaxLoss, DependsOnDifferencesOfPredictionsOnly) {
  const Vector classes = some_classes(), z = predictions_of(1, 10);
  const SoftmaxLoss loss(classes, kSoftmaxClasses);
  Vector shifted = z;
  const Vector shift = random_vector(kSoftmaxSamples, 11);
  for (Index k = 0; k < kSoftmaxClasses; ++k) {
    shifted.segment(k * kSoftmaxSamples, kSoftmaxSamples) += shift;
  }
  EXPECT_NEAR(loss.value(shifted), loss.value(z), 1e-14);
  // Permuted classes with permuted predictions.
  Vector turned(z.size());
  for (Index k = 0; k < kSoftmaxClasses; ++k) {
    turned.segment((kSoftmaxClasses - 1 - k) * kSoftmaxSamples, kSoftmaxSamples) =
        z.segment(k * kSoftmaxSamples, kSoftmaxSamples);
  }
  const SoftmaxLoss other(4 - classes.array(), kSoftmaxClasses);
  EXPECT_NEAR(other.value(turned), loss.value(z), 1e-15);
}

TEST(SoftmaxLoss, IntegerWeightsEqualRepetitions) {
  const Vector z{{1, 2, 0.5, -1, 3, 0, 0.25, 1, -2}};  // three samples, three classes
  const SoftmaxLoss weighted(Vector{{0, 2, 1}}, 3, {.weights = Vector{{1, 2, 0}}});
  // The second sample twice, the third not at all.
  const Vector repeated{{1, 2, 2, -1, 3, 3, 0.25, 1, 1}};
  EXPECT_NEAR(weighted.value(z), SoftmaxLoss(Vector{{0, 2, 2}}, 3).value(repeated), 1e-15);
  Vector r(9);
  weighted.derivative(z, r);
  EXPECT_EQ(r[2], 0);
  Vector w = Vector::LinSpaced(9, 0, 3);
  EXPECT_TRUE(std::isfinite(weighted.change(z, r, w, 1e-3)));
  EXPECT_TRUE(std::isfinite(weighted.change(z, r, w, 3)));
}

TEST(SoftmaxLoss, RejectsInvalidInput) {
  EXPECT_EQ(refusal([] {
              SoftmaxLoss(Vector{{0, 3}}, 3);
            }),
            "classes[1] = 3: must be one of 0, 1, ..., 2");
  EXPECT_EQ(refusal([] {
              SoftmaxLoss(Vector{{0, 0.5}}, 3);
            }),
            "classes[1] = 0.5: must be one of 0, 1, ..., 2");
  EXPECT_EQ(refusal([] { SoftmaxLoss(Vector{{0}}, 1); }), "class_count = 1: must be at least 2");
  EXPECT_EQ(refusal([] {
              best_intercept(SoftmaxLoss(Vector{{0, 1}}, 3), Vector::Zero(6));
            }),
            "intercept: the loss falls for ever as that of class 2 shrinks: every class needs a "
            "sample of positive weight");
}

}  // namespace
}  // namespace acgd_test
