// Degenerate steps and problems have a defined result.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

std::vector<StepChoice> searching_rules() {
  return {AdaptiveConstant{}, AdaptiveAdjustable{}, Backtracking{}, LineSearch{}, Secant{}};
}

Function linear(const Vector& c) {
  return Function(
      c.size(), [c](const Vector& x) { return c.dot(x); },
      [c](const Vector&, Vector& g) { g = c; });
}

TEST(Degenerate, StepOfLengthZeroIsStall) {
  const Result result = minimize(acgd_test::squared_norm(3), Simplex(3), Vector::Unit(3, 0),
                                 {.direction = FrankWolfe{}, .step = [](Line&) { return 0.0; }});
  EXPECT_EQ(result.status, Status::stalled);
  EXPECT_EQ(result.counts.iterations, 1);
  EXPECT_NE(result.message.find("too short to change x"), std::string::npos) << result.message;
}

TEST(Degenerate, ZeroDirectionIsOptimalForAnyTolerance) {
  for (const StepChoice& step : searching_rules()) {
    const Result result =
        minimize(linear(Vector::LinSpaced(3, -1, 1)), Simplex(3), Vector::Unit(3, 0),
                 {.direction = FrankWolfe{}, .step = step, .gap_tolerance = 0});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_EQ(result.counts.iterations, 0);
    EXPECT_EQ(result.gap, 0);
  }
}

TEST(Degenerate, ZeroGradientAtStartIsOptimalAtOnce) {
  for (const StepChoice& step : searching_rules()) {
    const Options options{.direction = FrankWolfe{}, .step = step, .gap_tolerance = 0};
    const Result constrained =
        minimize(acgd_test::squared_norm(3), L2Ball(3, 1.0), Vector::Zero(3), options);
    EXPECT_EQ(constrained.status, Status::gap_reached) << constrained.message;
    const Result flat = minimize(Quadratic(Matrix::Zero(3, 3), Vector::Zero(3), 7.0), Box(3, -1, 1),
                                 Vector::Ones(3), options);
    EXPECT_EQ(flat.status, Status::gap_reached) << flat.message;
    EXPECT_EQ(flat.value, 7);
    EXPECT_EQ(flat.counts.iterations, 0);
  }
}

// The gradient does not change: the estimate of L is 0, and the step has maximum length.
TEST(Degenerate, AffineFunctionTakesOneStep) {
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
                                 StepChoice(AdaptiveConstant{.delta = 0}),
                                 StepChoice(AdaptiveConstant{.delta = 0, .initial_lipschitz = 0}),
                                 StepChoice(Backtracking{})}) {
    const Result result = minimize(
        linear(Vector::LinSpaced(4, 1, 2)), Box(4, -1, 1), Vector::Ones(4),
        {.direction = FrankWolfe{}, .step = step, .gap_tolerance = 0, .check_gradient = false});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_EQ(result.counts.iterations, 1);
    EXPECT_EQ(result.counts.trials, 1);
    EXPECT_EQ(result.x, -Vector::Ones(4));
  }
}

/// Huber's function of x - 0.5 with slope 1 beyond 0.1: affine where the runs start.
Function affine_at_first() {
  return Function(
      1,
      [](const Vector& x) {
        const double y = std::abs(x[0] - 0.5);
        return y < 0.1 ? 5 * y * y : y - 0.05;
      },
      [](const Vector& x, Vector& g) { g[0] = std::clamp(10 * (x[0] - 0.5), -1.0, 1.0); });
}

TEST(Degenerate, LocallyAffineStartDoesNotLoop) {
  for (const StepChoice& step : searching_rules()) {
    const Result result = minimize(
        affine_at_first(), Box(1, -100, 100), Vector::Constant(1, 90.0),
        {.direction = FrankWolfe{}, .step = step, .max_iterations = 1000, .gap_tolerance = 1e-9});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_NEAR(result.x[0], 0.5, 1e-9);
    EXPECT_LT(result.counts.trials, 3000);
  }
}

/// The change of the gradient per unit of x overflows.
TEST(Degenerate, InfiniteEstimateIsSkipped) {
  const Function f(
      1, [](const Vector& x) { return 1e300 * std::sqrt(1 + x[0] * x[0]); },
      [](const Vector& x, Vector& g) { g[0] = 1e300 * x[0] / std::sqrt(1 + x[0] * x[0]); });
  for (const StepChoice& step : searching_rules()) {
    const Result result = minimize(
        f, Box(1, -2e-9, 1e-9), Vector::Constant(1, 1e-9),
        {.direction = FrankWolfe{}, .step = step, .max_iterations = 500, .gap_tolerance = 1e270});
    EXPECT_TRUE(is_usable(result.status)) << result.message;
    EXPECT_TRUE(std::isfinite(result.value));
    EXPECT_LE(result.value, 1e300 * std::sqrt(1 + 1e-18));
  }
}

/// Far from x0 the slope of exp(5e5 x) is not finite, and nearer it is not informative about x0.
TEST(Degenerate, ProbeWithNonFiniteSlopeIsShortened) {
  const Function f(
      1, [](const Vector& x) { return 1e3 * (std::exp(5e5 * x[0]) - 5e5 * x[0]); },
      [](const Vector& x, Vector& g) { g[0] = 5e8 * (std::exp(5e5 * x[0]) - 1); });
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
                                 StepChoice(Backtracking{})}) {
    const Result result = minimize(
        f, Box(1, -1, 1), Vector::Constant(1, -1e-6),
        {.direction = FrankWolfe{}, .step = step, .max_iterations = 200, .gap_tolerance = 1e-3});
    EXPECT_TRUE(is_usable(result.status)) << result.message;
    EXPECT_LT(std::abs(result.x[0]), 1e-7) << result.message;
  }
}

// While L is far too small every trial is the maximum step; the rule must not give up.
TEST(Degenerate, FarTooSmallEstimateGrows) {
  for (const double initial : {1e-300, 1e-30}) {
    for (const StepChoice& step :
         {StepChoice(AdaptiveConstant{.delta = 0, .initial_lipschitz = initial}),
          StepChoice(Backtracking{.initial_lipschitz = initial})}) {
      const Result result =
          minimize(acgd_test::squared_norm(1), Box(1, -1, 2), Vector::Constant(1, 0.5),
                   {.direction = FrankWolfe{}, .step = step});
      EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    }
  }
}

TEST(Degenerate, FunctionWithoutMinimumKeepsFinitePoint) {
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(Backtracking{})}) {
    const Result result = descend(linear(Vector::Constant(2, 1e-3)), L2Ball(2, 1.0),
                                  Vector::Zero(2), {.step = step, .max_iterations = 10000});
    EXPECT_TRUE(result.x.allFinite()) << to_string(result.status) << ": " << result.message;
    EXPECT_TRUE(std::isfinite(result.value)) << result.message;
  }
}

TEST(Degenerate, UnderflowingStepIsStall) {
  const Result result =
      minimize(acgd_test::squared_norm(2), Simplex(2), Vector::Unit(2, 0),
               {.direction = FrankWolfe{},
                .step = AdaptiveConstant{.gamma = 1, .initial_lipschitz = 1e308}});
  EXPECT_EQ(result.status, Status::stalled) << result.message;
  EXPECT_EQ(result.x, Vector::Unit(2, 0));
}

TEST(Degenerate, HandlesVeryLongAndVeryShortVectors) {
  for (const double size : {1e-140, 1e140}) {
    for (const StepChoice& step :
         {StepChoice(AdaptiveConstant{.delta = 0}), StepChoice(Backtracking{})}) {
      // Along unit vectors of that size f has slope -1 and curvature 1.
      const Function f(
          2, [size](const Vector& x) { return 0.5 * (x / size - Vector::Ones(2)).squaredNorm(); },
          [size](const Vector& x, Vector& g) { g = (x / size - Vector::Ones(2)) / size; });
      const Result result =
          minimize(f, L2Ball(2, 3 * size), Vector::Zero(2),
                   {.direction = FrankWolfe{}, .step = step, .gap_tolerance = 1e-6});
      EXPECT_EQ(result.status, Status::gap_reached) << size << ": " << result.message;
      EXPECT_NEAR(result.x[0] / size, 1, 1e-3);
    }
  }
}

TEST(Degenerate, SetOfOnePointIsSolution) {
  const Vector point = Vector::LinSpaced(3, -1, 2);
  const Box single(point, point);
  std::vector<StepChoice> rules = searching_rules();
  rules.push_back(OpenLoop{});
  for (const StepChoice& step : rules) {
    const Options options{.direction = FrankWolfe{}, .step = step, .gap_tolerance = 0};
    const Result result = minimize(acgd_test::squared_norm(3), single, point, options);
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_EQ(result.x, point);
    const Result pair = minimize(acgd_test::squared_norm(6), Product(single, single), options);
    EXPECT_EQ(pair.status, Status::gap_reached) << pair.message;
    EXPECT_EQ(pair.gap, 0);
  }
}

TEST(Degenerate, SolvesInOneDimension) {
  for (const StepChoice& step : searching_rules()) {
    const Result result =
        minimize(acgd_test::squared_norm(1), Box(1, -1, 2), Vector::Ones(1),
                 {.direction = FrankWolfe{}, .step = step, .gap_tolerance = 1e-12});
    EXPECT_TRUE(is_converged(result.status)) << result.message;
    EXPECT_NEAR(result.x[0], 0, 1e-6);
  }
}

}  // namespace
}  // namespace acgd
