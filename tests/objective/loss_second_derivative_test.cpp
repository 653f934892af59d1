// The second derivative of every loss, sample by sample.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "objective/loss_cases.hpp"

namespace acgd {
namespace {

using Real = long double;

constexpr Index kSecondSamples = 300;

class LossSecondDerivative : public testing::TestWithParam<LossCase> {
 protected:
  void SetUp() override {
    std::normal_distribution<double> normal;
    for (Index i = 0; i < kSecondSamples; ++i) {
      y_[i] = case_.draw(random_);
      z_[i] = 3 * normal(random_);
      weights_[i] = static_cast<double>(i % 4);
    }
  }

  /// phi_i'' as a difference of slopes in extended precision.
  Real quotient(Index i) const {
    constexpr Real kStep = 1e-6L;
    const Real z = z_[i];
    return (case_.derivative(z + kStep, y_[i]) - case_.derivative(z - kStep, y_[i])) / (2 * kStep);
  }
  bool is_at_a_kink(Index i) const {
    for (const Real kink : case_.kinks(y_[i])) {
      if (std::abs(z_[i] - kink) < 1e-5L) return true;
    }
    return false;
  }
  void expect_quotients(const LossOptions& options, Real scale) const {
    const auto loss = case_.make(y_, options);
    ASSERT_TRUE(loss->is_twice_differentiable());
    Vector d = Vector::Constant(kSecondSamples, -7);
    loss->second_derivative(z_, d);
    for (Index i = 0; i < kSecondSamples; ++i) {
      if (is_at_a_kink(i)) continue;
      const double weight = options.weights.size() == 0 ? 1 : options.weights[i];
      const Real exact = scale * weight * quotient(i);
      EXPECT_NEAR(d[i], static_cast<double>(exact),
                  static_cast<double>(1e-9L * (scale * weight + std::abs(exact))))
          << "z = " << z_[i] << ", y = " << y_[i];
    }
  }

  const LossCase& case_ = GetParam();
  std::mt19937_64 random_{11};
  Vector y_{kSecondSamples}, z_{kSecondSamples}, weights_{kSecondSamples};
};

TEST_P(LossSecondDerivative, MatchesDifferenceQuotient) {
  expect_quotients({.scaling = Scaling::sum}, 1);
  expect_quotients({.scaling = Scaling::mean}, 1 / Real{kSecondSamples});
}

TEST_P(LossSecondDerivative, IncludesSampleWeights) {
  const Real total = weights_.sum();
  expect_quotients({.scaling = Scaling::sum, .weights = weights_}, 1);
  expect_quotients({.scaling = Scaling::mean, .weights = weights_}, 1 / total);
}

// A convex function has nonnegative curvature everywhere; one that is not declared convex has
// negative curvature somewhere.
TEST_P(LossSecondDerivative, IsNonnegativeForConvexLosses) {
  const auto loss = case_.make(y_, {});
  Vector d(kSecondSamples);
  loss->second_derivative(z_, d);
  EXPECT_EQ(loss->is_convex(), d.minCoeff() >= 0);
}

TEST_P(LossSecondDerivative, IsFiniteWhereValueIs) {
  const double far = std::min(case_.largest_z, 1e150);
  for (const double z : {far, -far, far / 2, -far / 2, 1e-300, 0.0, 40.0, -40.0, 745.0, -745.0}) {
    if (z > case_.largest_z) continue;
    Vector d(kSecondSamples);
    case_.make(y_, {})->second_derivative(Vector::Constant(kSecondSamples, z), d);
    EXPECT_TRUE(d.allFinite()) << z;
  }
}

// Ignored, whatever its values are.
TEST_P(LossSecondDerivative, OfZeroWeightSampleIsZero) {
  Vector weights = Vector::Ones(kSecondSamples), z = z_, d(kSecondSamples);
  weights[5] = 0;
  z[5] = 1e4;
  case_.make(y_, {.weights = weights})->second_derivative(z, d);
  EXPECT_EQ(d[5], 0);
  EXPECT_TRUE(d.allFinite());
}

INSTANTIATE_TEST_SUITE_P(All, LossSecondDerivative, testing::ValuesIn(every_loss()),
                         [](const auto& test) { return test.param.label; });

/// phi'' of one sample.
double second(const std::string& label, double z, double y) {
  for (const LossCase& loss : every_loss()) {
    if (loss.label != label) continue;
    Vector d(1);
    loss.make(Vector::Constant(1, y), {.scaling = Scaling::sum})
        ->second_derivative(Vector::Constant(1, z), d);
    return d[0];
  }
  return std::numeric_limits<double>::quiet_NaN();
}

TEST(SecondDerivatives, MatchTextbookFormulas) {
  EXPECT_EQ(second("squared", 17, 3), 2);
  EXPECT_EQ(second("logistic", 0, 1), 0.25);
  EXPECT_EQ(second("logistic", 0, -1), 0.25);
  EXPECT_EQ(second("huber", 0.7, 0), 1);
  EXPECT_EQ(second("huber", 0.8, 0), 0);
  EXPECT_EQ(second("squared_hinge", 0.9, 1), 2);
  EXPECT_EQ(second("squared_hinge", 1.1, 1), 0);
  EXPECT_EQ(second("poisson", 0, 5), 1);
  // s = 1/2: 2 (s (1 - s))^2 = 1/8, and the other term vanishes.
  EXPECT_DOUBLE_EQ(second("sigmoid", 0, 1), 0.125);
  // 2 s^2 (1 - s) (2 - 3 s) with s = 3/4.
  EXPECT_DOUBLE_EQ(second("sigmoid", std::log(3), 0), 2 * 0.75 * 0.75 * 0.25 * (2 - 2.25));
  EXPECT_DOUBLE_EQ(second("sigmoid_of_targets", std::log(3), 0.5),
                   2 * 0.1875 * (0.1875 + 0.25 * (1 - 1.5)));
}

// e^-|z| to all digits, where 1 - sigmoid would have none.
TEST(SecondDerivatives, AreAccurateFarOut) {
  for (const double z : {50.0, 300.0, 700.0}) {
    const double e = std::exp(-z);
    for (const double y : {-1.0, 1.0}) {
      EXPECT_NEAR(second("logistic", z, y) / e, 1, 1e-14);
      EXPECT_NEAR(second("logistic", -z, y) / e, 1, 1e-14);
    }
    // Right: 2 e^-2z (2 - 3 e^-z ...), twice that squared; wrong: -2 e^-z.
    if (z < 350) {
      EXPECT_NEAR(second("sigmoid", z, 1) / (4 * e * e), 1, 1e-14);
    }
    EXPECT_NEAR(second("sigmoid", -z, 1) / (-2 * e), 1, 1e-14);
    EXPECT_NEAR(second("poisson", -z, 3) / e, 1, 1e-14);
  }
}

}  // namespace
}  // namespace acgd
