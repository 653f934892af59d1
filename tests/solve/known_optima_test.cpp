// Constrained problems with solutions in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

constexpr Index kSize = 100;

Vector first_unit_vector() { return Vector::Unit(kSize, 0); }

Result run_on_simplex(const StepChoice& step, Index iterations) {
  return minimize(acgd_test::squared_norm(kSize), Simplex(kSize), first_unit_vector(),
                  {.direction = FrankWolfe{},
                   .step = step,
                   .max_iterations = iterations,
                   .gap_tolerance = 0,
                   .trace = true});
}

// ||x||^2 over the simplex from e_1: each short step reaches a new vertex and x stays uniform.
TEST(SquaredNormOnSimplex, ShortStepsKeepXUniform) {
  for (const Index j : {1, 2, 10, 57, 99}) {
    const Result result = run_on_simplex(Short{.lipschitz = 2}, j);
    ASSERT_EQ(result.counts.iterations, j);
    for (Index i = 0; i < kSize; ++i) {
      const double expected = i <= j ? 1.0 / static_cast<double>(j + 1) : 0;
      EXPECT_NEAR(result.x[i], expected, 1e-14) << "coordinate " << i << " after " << j;
    }
  }
}

TEST(SquaredNormOnSimplex, OpenLoopReachesExactValue) {
  const Result result = run_on_simplex(OpenLoop{}, 101);
  EXPECT_NEAR(result.value, 1151.0 / 87567.0, 1e-15);
}

TEST(SquaredNormOnSimplex, AdaptiveConstantBacktracksTwicePerStep) {
  const Result result = run_on_simplex(AdaptiveConstant{.gamma = 0.25}, 99);
  ASSERT_EQ(result.trace.size(), 100u);
  for (Index j = 0; j < 99; ++j) {
    EXPECT_EQ(result.trace[j].backtracks, 2) << "iteration " << j;
    EXPECT_NEAR(result.trace[j].value, 1.0 / static_cast<double>(j + 1), 1e-10) << j;
  }
  EXPECT_NEAR(result.value, 0.01, 1e-10);
}

// The parabola's minimum is the end of the short step with the exact L.
TEST(SquaredNormOnSimplex, SearchesAgreeWithShortStep) {
  const Result exact = run_on_simplex(Short{.lipschitz = 2}, 40);
  EXPECT_NEAR(run_on_simplex(LineSearch{}, 40).value, exact.value, 1e-9);
  EXPECT_NEAR(run_on_simplex(Secant{}, 40).value, exact.value, 1e-6);
}

struct RuleForOptimum {
  const char* name;
  StepChoice step;
  double gap;  ///< decreases like 1/k here, slowest for the short step with the largest constant
};

class ThreeAssets : public ::testing::TestWithParam<RuleForOptimum> {};

TEST_P(ThreeAssets, EnclosesOptimumOverUnitL1Ball) {
  const Result result = minimize(acgd_test::three_assets(), L1Ball(3, 1.0), Vector::Zero(3),
                                 {.direction = FrankWolfe{},
                                  .step = GetParam().step,
                                  .max_iterations = 50000,
                                  .gap_tolerance = GetParam().gap});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_GE(result.value, acgd_test::kThreeAssetsOptimum - 1e-14);
  EXPECT_LE(result.value, acgd_test::kThreeAssetsOptimum + result.gap + 1e-14);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ThreeAssets,
    ::testing::Values(RuleForOptimum{"adaptive_constant", AdaptiveConstant{}, 1e-5},
                      RuleForOptimum{"adaptive_adjustable", AdaptiveAdjustable{}, 1e-5},
                      RuleForOptimum{"backtracking", Backtracking{}, 1e-5},
                      RuleForOptimum{"short_step", Short{.lipschitz = 17}, 1e-3},
                      RuleForOptimum{"line_search", LineSearch{}, 1e-4},
                      RuleForOptimum{"secant", Secant{}, 1e-4},
                      RuleForOptimum{"open_loop", OpenLoop{}, 1e-3}),
    [](const auto& rule) { return std::string(rule.param.name); });

TEST(Minimize, StartsAtPointOfSetByDefault) {
  const Result result = minimize(acgd_test::squared_norm(5), Simplex(5),
                                 {.direction = FrankWolfe{}, .gap_tolerance = 1e-8});
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_NEAR(result.value, 0.2, 1e-8);
}

TEST(Minimize, AcceptsLambdasAndDoesNotChangeX0) {
  Vector x0 = Vector::Unit(3, 1);
  const Vector before = x0;
  const Result result =
      minimize([](const Vector& x) { return x.squaredNorm(); },
               [](const Vector& x) -> Vector { return 2 * x; }, Simplex(3), x0,
               {.direction = FrankWolfe{}, .step = AdaptiveConstant{.gamma = 0.25}});
  EXPECT_NEAR(result.value, 1.0 / 3, 1e-6);
  EXPECT_EQ(x0, before);
}

}  // namespace
}  // namespace acgd
