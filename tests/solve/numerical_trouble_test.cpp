// Numerical trouble during a run is a status, and the best point is returned.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "support/not_finite.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

using acgd_test::kNaN;

TEST(NumericalTrouble, NaNValueAtStartIsNonFiniteNotOptimal) {
  const Function f(
      2, [](const Vector&) { return kNaN; }, [](const Vector& x, Vector& g) { g = x; });
  const Result result = minimize(f, Simplex(2), Vector::Unit(2, 0), {.direction = FrankWolfe{}});
  EXPECT_EQ(result.status, Status::non_finite);
  EXPECT_NE(result.message.find("f(x)"), std::string::npos) << result.message;
  EXPECT_FALSE(is_usable(result.status));
}

TEST(NumericalTrouble, NaNGradientIsNonFiniteNotOptimal) {
  const Function f(
      2, [](const Vector& x) { return x.squaredNorm(); },
      [](const Vector&, Vector& g) { g.setConstant(kNaN); });
  EXPECT_EQ(minimize(f, Simplex(2), Vector::Unit(2, 0), {.direction = FrankWolfe{}}).status,
            Status::non_finite);
  EXPECT_EQ(descend(f, L2Ball(2, 1.0), Vector::Unit(2, 0)).status, Status::non_finite);
}

/// (x - 2)^2 for x < 1, NaN beyond.
Function undefined_beyond_one() {
  return Function(
      1, [](const Vector& x) { return x[0] < 1 ? std::pow(x[0] - 2, 2) : kNaN; },
      [](const Vector& x, Vector& g) { g[0] = x[0] < 1 ? 2 * (x[0] - 2) : kNaN; });
}

TEST(NumericalTrouble, OpenLoopStepsToNaNKeepBestPoint) {
  const Result result = minimize(undefined_beyond_one(), Box(1, 0, 3), Vector::Zero(1),
                                 {.direction = FrankWolfe{}, .step = Fixed{.length = 0.2}});
  EXPECT_EQ(result.status, Status::non_finite);
  EXPECT_NEAR(result.x[0], 0.6, 1e-15);
  EXPECT_NEAR(result.value, 1.96, 1e-14);
  EXPECT_TRUE(std::isfinite(result.gap));
}

TEST(NumericalTrouble, SearchingRulesStayWhereFIsFinite) {
  for (const StepChoice& step :
       {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
        StepChoice(Backtracking{}), StepChoice(LineSearch{}), StepChoice(Secant{})}) {
    const Result result = minimize(undefined_beyond_one(), Box(1, 0, 3), Vector::Zero(1),
                                   {.direction = FrankWolfe{}, .step = step, .max_iterations = 50});
    EXPECT_TRUE(is_usable(result.status)) << result.message;
    EXPECT_LT(result.x[0], 1);
    EXPECT_GT(result.x[0], 0.5);
    EXPECT_TRUE(std::isfinite(result.value));
  }
}

TEST(NumericalTrouble, StartAtSolutionIsOptimalAtOnce) {
  const Result result = minimize(acgd_test::squared_norm(4), Simplex(4), Vector::Constant(4, 0.25),
                                 {.direction = FrankWolfe{}});
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_EQ(result.counts.iterations, 0);
  const Result zero_gradient =
      descend(acgd_test::squared_norm(4), L2Ball(4, 1.0), Vector::Zero(4), {.gap_tolerance = 0});
  EXPECT_EQ(zero_gradient.status, Status::gap_reached);
}

TEST(NumericalTrouble, LmoThatReturnsWorsePointIsNamed) {
  const CustomSet wrong(2, [](const Vector& g) -> Vector { return g.normalized(); });
  const Result result = minimize(acgd_test::squared_norm(2), wrong, Vector::Unit(2, 0) * 0.5,
                                 {.direction = FrankWolfe{}});
  EXPECT_EQ(result.status, Status::oracle_failed);
  EXPECT_NE(result.message.find("worse than x"), std::string::npos) << result.message;
}

TEST(NumericalTrouble, LmoThatReturnsNaNIsNamed) {
  const CustomSet wrong(2, [](const Vector&) -> Vector { return Vector::Constant(2, kNaN); });
  const Result result =
      minimize(acgd_test::squared_norm(2), wrong, Vector::Unit(2, 0), {.direction = FrankWolfe{}});
  EXPECT_EQ(result.status, Status::oracle_failed);
  EXPECT_EQ(result.x, Vector::Unit(2, 0).eval());
}

TEST(NumericalTrouble, LmoThatLeavesItsSetIsNamed) {
  int calls = 0;
  const CustomSetOptions disc{.name = "disc",
                              .violation = [](ConstVectorRef x) { return x.norm() - 1; }};
  const CustomSet wrong(
      2, [](const Vector& g) -> Vector { return -2 * g.normalized(); }, disc);
  const Result result =
      minimize(acgd_test::squared_norm(2), wrong, Vector::Unit(2, 0), {.direction = FrankWolfe{}});
  EXPECT_EQ(result.status, Status::oracle_failed);
  EXPECT_NE(result.message.find("iteration 0 is outside the disc by 1"), std::string::npos)
      << result.message;

  // Also for a call with -g.
  const CustomSet wrong_later(
      2, [&](const Vector& g) -> Vector { return (++calls < 5 ? -1 : -2) * g.normalized(); }, disc);
  const Result later =
      minimize(acgd_test::quadratic(Vector::LinSpaced(2, 1, 9).asDiagonal().toDenseMatrix(),
                                    Vector::LinSpaced(2, -3, -4)),
               wrong_later, Vector::Unit(2, 0),
               {.direction = FrankWolfe{}, .check_oracle = true, .check_gradient = false});
  EXPECT_EQ(later.status, Status::oracle_failed) << later.message;
  EXPECT_NE(later.message.find("iteration 2 is outside"), std::string::npos) << later.message;
}

// feasibility_tolerance is 1e-9; vertices may be off by ten times that, but not by a thousand
// times.
TEST(NumericalTrouble, SlightlyInfeasibleVertexIsNamed) {
  const CustomSetOptions disc{.name = "disc",
                              .violation = [](ConstVectorRef x) { return x.norm() - 1; }};
  const Function falls_to_the_left(
      2, [](const Vector& x) { return x[0]; },
      [](const Vector&, Vector& g) { g = Vector::Unit(2, 0); });
  for (const double off : {1e-6, 1e-9}) {
    const bool is_wrong = off > 1e-8;
    const CustomSet larger(
        2, [off](const Vector& g) -> Vector { return -(1 + off) * g.normalized(); }, disc);
    const Result outside = minimize(acgd_test::squared_norm(2), larger, Vector::Unit(2, 0),
                                    {.direction = FrankWolfe{}});
    EXPECT_EQ(outside.status == Status::oracle_failed, is_wrong) << off << outside.message;
    const CustomSet worse(2, [off](const Vector&) -> Vector { return Vector{{-1 + off, 0}}; });
    const Result above =
        minimize(falls_to_the_left, worse, -Vector::Unit(2, 0), {.direction = FrankWolfe{}});
    EXPECT_EQ(above.status == Status::oracle_failed, is_wrong) << off << above.message;
  }
}

// The disc of radius 1, whose LMO is correct for two calls.
TEST(NumericalTrouble, FinalXOutsideSetIsNamed) {
  int calls = 0;
  const CustomSet wrong_later(
      2, [&](const Vector& g) -> Vector { return (++calls < 3 ? -1 : -5) * g.normalized(); },
      {.name = "disc", .violation = [](ConstVectorRef x) { return x.norm() - 1; }});
  const Vector target{{3, 4}};
  const Function f(
      2, [&](const Vector& x) { return (x - target).squaredNorm(); },
      [&](const Vector& x, Vector& g) { g = 2 * (x - target); });
  const Result result =
      minimize(f, wrong_later, Vector::Zero(2),
               {.direction = FrankWolfe{}, .step = Fixed{.length = 0.5}, .max_iterations = 9});
  EXPECT_EQ(result.status, Status::oracle_failed) << result.message;
  EXPECT_FALSE(is_usable(result.status));
  EXPECT_NE(result.message.find("x is outside the disc by"), std::string::npos) << result.message;

  calls = 0;  // with checks at every iteration it is detected at once
  const Result checked =
      minimize(f, wrong_later, Vector::Zero(2),
               {.direction = FrankWolfe{}, .step = Fixed{.length = 0.5}, .check_oracle = true});
  EXPECT_EQ(checked.status, Status::oracle_failed) << checked.message;
  EXPECT_NE(checked.message.find("the LMO's vertex at iteration"), std::string::npos)
      << checked.message;
}

// Sets without a membership test are not checked, and rounding is tolerated.
TEST(NumericalTrouble, FinalXInsideSetIsAccepted) {
  const CustomSet silent(2, [](const Vector& g) -> Vector { return -5 * g.normalized(); });
  EXPECT_TRUE(is_usable(
      minimize(acgd_test::squared_norm(2), silent, Vector::Unit(2, 0), {.direction = FrankWolfe{}})
          .status));
  const CustomSet disc(2, [](const Vector& g) -> Vector { return -g.normalized(); },
                       {.violation = [](ConstVectorRef x) { return x.norm() - 1; }});
  EXPECT_TRUE(is_usable(
      minimize(acgd_test::squared_norm(2), disc, Vector::Unit(2, 0), {.direction = FrankWolfe{}})
          .status));
}

/// The vertex of the simplex with the largest <g, v>.
CustomSet maximising_simplex(Index n) {
  return CustomSet(n, [n](const Vector& g) -> Vector {
    Index worst = 0;
    g.maxCoeff(&worst);
    return Vector::Unit(n, worst);
  });
}

// x'x is largest at a vertex: there the LMO returns x itself and the gap is 0.
TEST(NumericalTrouble, MaximisingLmoIsNamedAtVertex) {
  for (const bool check_oracle : {false, true}) {
    const Result result =
        minimize(acgd_test::squared_norm(3), maximising_simplex(3), Vector::Unit(3, 0),
                 {.direction = FrankWolfe{}, .check_oracle = check_oracle});
    EXPECT_EQ(result.status, Status::oracle_failed) << result.message;
    EXPECT_NE(result.message.find("does it maximise?"), std::string::npos) << result.message;
  }
  EXPECT_EQ(minimize(acgd_test::squared_norm(3), maximising_simplex(3), Vector{{0.5, 0.3, 0.2}},
                     {.direction = FrankWolfe{}})
                .status,
            Status::oracle_failed);
}

// Correct at first, so that only a call with -g shows the error.
TEST(NumericalTrouble, LmoThatMaximisesLaterIsNamedOnRequest) {
  int calls = 0;
  const CustomSet later(3, [&calls](const Vector& g) -> Vector {
    Index at = 0;
    if (++calls <= 2) {
      g.minCoeff(&at);
    } else {
      g.maxCoeff(&at);
    }
    return Vector::Unit(3, at);
  });
  // From e_1 a full step to e_2, where the maximiser stays.
  const Result result = minimize(acgd_test::squared_norm(3), later, Vector::Unit(3, 0),
                                 {.direction = FrankWolfe{},
                                  .step = Fixed{.length = 1},
                                  .max_iterations = 9,
                                  .check_oracle = true});
  EXPECT_EQ(result.status, Status::oracle_failed) << result.message;
  EXPECT_NE(result.message.find("iteration 1"), std::string::npos) << result.message;
}

TEST(NumericalTrouble, RuleThatReturnsNoLengthIsNamed) {
  for (const double bad : {kNaN, -0.5, 1.5}) {
    const Result result =
        minimize(acgd_test::squared_norm(2), Simplex(2), Vector::Unit(2, 0),
                 {.direction = FrankWolfe{}, .step = [bad](Line&) { return bad; }});
    EXPECT_EQ(result.status, Status::step_failed) << result.message;
  }
}

TEST(NumericalTrouble, ExceptionsOfUserCodeArePropagated) {
  int calls = 0;
  const Function f(
      2,
      [&](const Vector& x) {
        if (++calls == 4) throw std::domain_error("the user's own");
        return x.squaredNorm();
      },
      [](const Vector& x, Vector& g) { g = 2 * x; });
  EXPECT_THROW(minimize(f, Simplex(2), Vector::Unit(2, 0), {.direction = FrankWolfe{}}),
               std::domain_error);
  EXPECT_NEAR(minimize(f, Simplex(2), Vector::Unit(2, 0), {.direction = FrankWolfe{}}).value, 0.5,
              1e-6);
}

// A constant of 1e8 hides the last decreases of f; slopes still resolve them.
TEST(NumericalTrouble, LargeConstantDoesNotStallAdaptiveRules) {
  for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
                                 StepChoice(Backtracking{})}) {
    const Function f(
        3,
        [](const Vector& x) { return 1e8 + 0.5 * (x - Vector::LinSpaced(3, 1, 3)).squaredNorm(); },
        [](const Vector& x, Vector& g) { g = x - Vector::LinSpaced(3, 1, 3); });
    const Result result = descend(f, L2Ball(3, 1.0), Vector::Zero(3),
                                  {.step = step, .gap_tolerance = 1e-9, .trace = true});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    for (const Record& record : result.trace) EXPECT_LE(record.backtracks, 60);
  }
}

TEST(NumericalTrouble, EveryRunEndsAtZeroTolerance) {
  for (const StepChoice& step :
       {StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{}),
        StepChoice(Backtracking{}), StepChoice(LineSearch{}), StepChoice(Secant{})}) {
    const Result result = minimize(
        acgd_test::three_assets(), Box(3, -1, 1), Vector::Zero(3),
        {.direction = FrankWolfe{}, .step = step, .max_iterations = 5000, .gap_tolerance = 0});
    EXPECT_TRUE(is_usable(result.status)) << result.message;
    EXPECT_LT(result.counts.trials, 5000 * 20);
  }
}

/// A simplex whose LMO runs out of memory after a number of calls.
CustomSet simplex_with_memory_for(int answers) {
  return CustomSet(3, [answers](const Vector& g) mutable -> Vector {
    if (answers-- <= 0) throw std::bad_alloc();
    Index best = 0;
    g.minCoeff(&best);
    return Vector::Unit(3, best);
  });
}

TEST(NumericalTrouble, OutOfMemoryReturnsPointReached) {
  const Function f(
      3,
      [](const Vector& x) {
        return 0.5 * (x - Vector{{0.5, 0.3, 0.2}}).squaredNorm();
      },
      [](const Vector& x, Vector& g) {
        g = x - Vector{{0.5, 0.3, 0.2}};
      });
  const Options options{.direction = FrankWolfe{}, .max_iterations = 6, .trace = true};
  const Result whole = minimize(f, simplex_with_memory_for(1000), Vector::Unit(3, 0), options);
  const Result cut = minimize(f, simplex_with_memory_for(5), Vector::Unit(3, 0), options);
  ASSERT_EQ(whole.status, Status::iteration_limit);
  EXPECT_EQ(cut.status, Status::out_of_memory);
  EXPECT_TRUE(is_usable(cut.status));
  EXPECT_NE(cut.message.find("iteration " + std::to_string(cut.counts.iterations)),
            std::string::npos);
  ASSERT_GT(cut.counts.iterations, 0);
  ASSERT_LT(cut.counts.iterations, 6);
  EXPECT_EQ(cut.value, whole.trace[cut.counts.iterations].value);
  EXPECT_NEAR(cut.value, 0.5 * (cut.x - Vector{{0.5, 0.3, 0.2}}).squaredNorm(), 1e-15);
  EXPECT_THROW(minimize(f, simplex_with_memory_for(0), Vector::Unit(3, 0), options),
               std::bad_alloc);
}

}  // namespace
}  // namespace acgd
