// Slope and curvature of a loss along a line, in one pass.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "objective/loss_cases.hpp"

namespace acgd {
namespace {

using Real = long double;

class LossDerivatives : public testing::TestWithParam<LossCase> {};

// The curvature against a difference of slopes in extended precision.
TEST_P(LossDerivatives, MatchSlopeAndCurvatureAlongLine) {
  const LossCase& loss_case = GetParam();
  constexpr Index kCurvedSamples = 200;
  constexpr Real kStep = 1e-6L;
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  Vector y(kCurvedSamples), z(kCurvedSamples), w(kCurvedSamples), weights(kCurvedSamples);
  for (Index i = 0; i < kCurvedSamples; ++i) {
    y[i] = loss_case.draw(random);
    z[i] = 2 * normal(random);
    w[i] = normal(random);
    weights[i] = static_cast<double>(i % 3);
  }
  const auto loss = loss_case.make(y, {.scaling = Scaling::sum, .weights = weights});
  if (loss->curvature(w)) {  // a parabola has constant curvature
    EXPECT_FALSE(loss->derivatives(z, w, 0));
    return;
  }
  for (const double t : {0.0, 1e-9, 0.1, 1.0, 3.0}) {
    const auto derivatives = loss->derivatives(z, w, t);
    ASSERT_TRUE(derivatives);
    Real absolute = 0, curvature = 0;
    for (Index i = 0; i < kCurvedSamples; ++i) {
      const Real at = z[i] + Real{t} * w[i];
      absolute += weights[i] * (std::abs(y[i]) + std::abs(at) + std::exp(at)) * std::abs(w[i]);
      curvature +=
          weights[i] * w[i] * w[i] *
          (loss_case.derivative(at + kStep, y[i]) - loss_case.derivative(at - kStep, y[i])) /
          (2 * kStep);
    }
    constexpr Real kEpsilon = std::numeric_limits<double>::epsilon();
    EXPECT_NEAR(derivatives->slope, loss->slope(z, w, t),
                static_cast<double>(4 * kEpsilon * absolute));
    EXPECT_NEAR(derivatives->curvature, static_cast<double>(curvature),
                static_cast<double>(1e-6L * (1 + std::abs(curvature))));
  }
}

INSTANTIATE_TEST_SUITE_P(All, LossDerivatives, testing::ValuesIn(every_loss()),
                         [](const auto& test) { return test.param.label; });

}  // namespace
}  // namespace acgd
