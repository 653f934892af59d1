// Every rule reports functions without a lower bound as unbounded, and none with an unattained
// infimum.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"

namespace acgd {
namespace {

/// `unit` is that of f: a delta of 1 dominates a function of size 1e-30.
std::vector<StepChoice> rules_that_backtrack(double unit) {
  return {AdaptiveConstant{}, AdaptiveConstant{.delta = 1e-10 * unit}, AdaptiveAdjustable{},
          Backtracking{}};
}

void expect_unbounded(const Objective& f, const Vector& x0, const StepChoice& step) {
  const Result result = descend(f, L2Ball(x0.size(), 1.0), x0, {.step = step, .gap_tolerance = 0});
  EXPECT_EQ(result.status, Status::unbounded) << to_string(result.status) << result.message;
  EXPECT_TRUE(result.x.allFinite()) << result.message;
  EXPECT_TRUE(std::isfinite(result.value)) << result.message;
  EXPECT_LE(result.value, f.value(x0));
}

TEST(Unbounded, LinearFunctionIsUnbounded) {
  for (const double size : {1e-30, 1e-3, 1.0, 1e30}) {
    const Vector c = size * Vector{{1.0, -2.0, 0.0}};
    const Function f(
        3, [c](const Vector& x) { return c.dot(x); }, [c](const Vector&, Vector& g) { g = c; });
    for (const StepChoice& step : rules_that_backtrack(size)) {
      expect_unbounded(f, Vector::LinSpaced(3, 1, 2), step);
      expect_unbounded(Quadratic(Matrix::Zero(3, 3), c), Vector::LinSpaced(3, 1, 2), step);
    }
  }
}

TEST(Unbounded, ConcaveParabolaIsUnbounded) {
  const Function f(
      3, [](const Vector& x) { return -x.squaredNorm(); },
      [](const Vector& x, Vector& g) { g = -2 * x; });
  std::vector<StepChoice> rules = rules_that_backtrack(1);
  for (const StepChoice& step :
       {StepChoice(LineSearch{}), StepChoice(Secant{}), StepChoice(Short{.lipschitz = 2})}) {
    rules.push_back(step);
  }
  for (const StepChoice& step : rules) {
    expect_unbounded(f, Vector::LinSpaced(3, 1, 2), step);
    expect_unbounded(Quadratic(-2 * Matrix::Identity(3, 3), Vector::Zero(3)),
                     Vector::LinSpaced(3, 1, 2), step);
  }
}

// log x over [0, 1]: f is -inf at a point of a compact set.
TEST(Unbounded, FunctionWithValueMinusInfinityIsUnbounded) {
  const Function f(
      1, [](const Vector& x) { return std::log(x[0]); },
      [](const Vector& x, Vector& g) { g[0] = 1 / x[0]; });
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(Backtracking{})}) {
    const Result result =
        minimize(f, Box(1, 0, 1), Vector::Ones(1), {.direction = FrankWolfe{}, .step = step});
    EXPECT_EQ(result.status, Status::unbounded) << result.message;
    EXPECT_TRUE(std::isfinite(result.value));
  }
}

// exp(-x), 1 / (1 + x^2) far out, the logistic loss of separable data: all have the infimum 0, at
// infinity.
TEST(Unbounded, UnattainedInfimumIsNotUnbounded) {
  const Function exponential(
      1, [](const Vector& x) { return std::exp(-x[0]); },
      [](const Vector& x, Vector& g) { g[0] = -std::exp(-x[0]); });
  const Function bump(
      1, [](const Vector& x) { return 1 / (1 + x[0] * x[0]); },
      [](const Vector& x, Vector& g) { g[0] = -2 * x[0] / std::pow(1 + x[0] * x[0], 2); });
  const Composite separable = logistic(Matrix::Identity(2, 2), Vector::Ones(2));
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
                                 StepChoice(Backtracking{})}) {
    for (const double tolerance : {1e-6, 0.0}) {
      const Options options{.step = step, .max_iterations = 2000, .gap_tolerance = tolerance};
      const L2Ball line(1, 1.0), plane(2, 1.0);
      for (const Result& result : {descend(exponential, line, Vector::Zero(1), options),
                                   descend(bump, line, Vector::Ones(1), options),
                                   descend(separable, plane, Vector::Zero(2), options)}) {
        EXPECT_TRUE(is_usable(result.status)) << result.message;
        EXPECT_LT(result.value, 1e-2);
      }
    }
  }
}

}  // namespace
}  // namespace acgd
