// A start where the gradient is far too steep for any L must not end the run.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"

namespace acgd {
namespace {

std::vector<StepChoice> backtracking_rules() {
  return {AdaptiveConstant{}, AdaptiveConstant{.delta = 1e-10}, AdaptiveConstant{.beta = 1.5},
          AdaptiveAdjustable{}, Backtracking{}};
}

/// sum x_i log x_i + constant: its gradient at a vertex is only limited by the floor in the
/// formula.
Function entropy(double constant) {
  const auto log = [](const Vector& x) { return x.array().max(1e-200).log(); };
  return Function(
      3, [=](const Vector& x) { return (x.array() * log(x)).sum() + constant; },
      [=](const Vector& x, Vector& g) { g = log(x) + 1; });
}

// Over the simplex the minimum entropy is -log 3, at the centre. From a vertex no step longer than
// exp(-230) decreases f by half of the linear prediction.
TEST(SteepStart, EntropyIsMinimisedFromVertex) {
  std::vector<StepChoice> rules = backtracking_rules();
  rules.emplace_back(LineSearch{});
  rules.emplace_back(Secant{});
  for (const double constant : {0.0, 1.0}) {
    for (const StepChoice& step : rules) {
      const Result result =
          minimize(entropy(constant), Simplex(3), Vector::Unit(3, 0),
                   {.direction = FrankWolfe{}, .step = step, .gap_tolerance = 1e-4});
      EXPECT_EQ(result.status, Status::gap_reached) << result.message;
      EXPECT_NEAR(result.value, constant - std::log(3.0), 1e-4);
    }
  }
}

/// A function that increases in every direction, contrary to its gradient.
Function wrong_gradient() {
  return Function(
      2, [](const Vector& x) { return x == Vector::Unit(2, 0) ? 0.0 : 1.0; },
      [](const Vector&, Vector& g) {
        g = Vector{{1.0, -1.0}};
      });
}

// The run ends, and the counts include the failed search: one value per trial, none twice.
TEST(SteepStart, FailedSearchIsCounted) {
  for (const StepChoice& step : backtracking_rules()) {
    std::int64_t values = 0;
    const Function f = wrong_gradient();
    const Function counted(
        2,
        [&](const Vector& x) {
          ++values;
          return f.value(x);
        },
        [&](const Vector& x, Vector& g) { f.gradient(x, g); });
    const Result result =
        minimize(counted, Simplex(2), Vector::Unit(2, 0),
                 {.direction = FrankWolfe{}, .step = step, .check_gradient = false});
    EXPECT_EQ(result.status, Status::stalled) << result.message;
    EXPECT_EQ(result.counts.iterations, 0);
    EXPECT_GT(result.counts.trials, 100);
    EXPECT_LE(values, result.counts.trials + 1);
    EXPECT_GE(result.counts.gradients, 1);
    EXPECT_EQ(result.x, Vector::Unit(2, 0).eval());
  }
}

}  // namespace
}  // namespace acgd
