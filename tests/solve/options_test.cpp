// The effect of every option of a run, and what is rejected before iteration 0.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/schedules.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

constexpr Index kOptionsSize = 20;
const Simplex kSimplex(kOptionsSize);

Result run_with(Options options) {
  options.direction = FrankWolfe{};
  return minimize(acgd_test::squared_norm(kOptionsSize), kSimplex, Vector::Unit(kOptionsSize, 0),
                  options);
}

TEST(IterationLimit, LimitsNumberOfSteps) {
  for (const Index limit : {0, 1, 2, 7}) {
    const Result result = run_with({.max_iterations = limit, .trace = true});
    EXPECT_EQ(result.status, Status::iteration_limit);
    EXPECT_EQ(result.counts.iterations, limit);
    EXPECT_EQ(result.counts.oracle_calls, limit + 1);
    ASSERT_EQ(result.trace.size(), static_cast<std::size_t>(limit + 1));
    EXPECT_TRUE(std::isnan(result.trace.back().step));
  }
}

TEST(Trace, RowsHaveValueAndGapAtTheirOwnPoint) {
  const Result result = run_with({.step = OpenLoop{}, .max_iterations = 5, .trace = true});
  for (Index k = 0; k <= 5; ++k) {
    const Result stopped = run_with({.step = OpenLoop{}, .max_iterations = k});
    EXPECT_EQ(result.trace[k].iteration, k);
    EXPECT_EQ(result.trace[k].value, stopped.x.squaredNorm());
    EXPECT_EQ(result.trace[k].value, stopped.value);
    EXPECT_EQ(result.trace[k].gap, stopped.gap);
    if (k < 5) {
      EXPECT_EQ(result.trace[k].step, 2.0 / static_cast<double>(k + 2));
    }
  }
}

TEST(Gap, IsFrankWolfeGapOfReturnedPoint) {
  const Result result = run_with({.max_iterations = 4});
  const Vector g = 2 * result.x;
  EXPECT_NEAR(result.gap, g.dot(result.x) - g.minCoeff(), 1e-15);
}

TEST(TimeLimit, StopsRun) {
  const Result result = run_with({.time_limit = 0});
  EXPECT_EQ(result.status, Status::time_limit);
  EXPECT_EQ(result.counts.iterations, 0);
}

TEST(EvaluationLimit, CountsValuesAndGradients) {
  const Result result = run_with({.max_evaluations = 12});
  EXPECT_EQ(result.status, Status::evaluation_limit);
  EXPECT_GE(result.counts.gradients + result.counts.trials, 12);
  EXPECT_LE(result.counts.gradients + result.counts.trials, 12 + 5);
}

TEST(OptimalValue, StopsWithinItsTolerance) {
  const Result result =
      run_with({.gap_tolerance = 0, .optimal_value = 0.05, .value_tolerance = 1e-3, .trace = true});
  EXPECT_EQ(result.status, Status::value_reached);
  EXPECT_LE(result.value, 0.051);
  EXPECT_GT(result.trace[result.trace.size() - 2].value, 0.051);
}

TEST(GradientTolerance, IsMeasuredInDualNorm) {
  const Options options{.norm = l1_norm(), .gap_tolerance = 0, .gradient_tolerance = 1e-3};
  const Result result =
      descend(acgd_test::squared_norm(3), L2Ball(3, 1.0), Vector::Constant(3, 4), options);
  EXPECT_EQ(result.status, Status::gradient_reached) << result.message;
  EXPECT_LE((2 * result.x).lpNorm<Eigen::Infinity>(), 1e-3);
}

TEST(Observer, ReceivesEveryRecordAndMayStop) {
  Trace seen;
  const Result result = run_with({.trace = true, .observer = [&](const Record& record) {
                                    seen.push_back(record);
                                    return record.iteration == 3;
                                  }});
  EXPECT_EQ(result.status, Status::stopped_by_observer);
  EXPECT_EQ(result.counts.iterations, 4);
  ASSERT_EQ(seen.size(), 5u);
  EXPECT_FALSE(std::isnan(seen[3].step));
  EXPECT_TRUE(std::isnan(seen[4].step));
  EXPECT_EQ(result.trace.size(), seen.size());
}

TEST(Interrupt, StopsAtNextIterate) {
  std::stop_source source;
  const Result result = run_with({.observer =
                                      [&](const Record& record) {
                                        if (record.iteration == 2) source.request_stop();
                                        return false;
                                      },
                                  .interrupt = source.get_token()});
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_EQ(result.counts.iterations, 3);
}

TEST(Best, IsLowestSeenEvenIfRunEndsHigher) {
  const Vector x0 = 0.5 * (Vector::Unit(kOptionsSize, 0) + Vector::Unit(kOptionsSize, 1));
  const Result result = minimize(acgd_test::squared_norm(kOptionsSize), kSimplex, x0,
                                 {.direction = FrankWolfe{},
                                  .step = Fixed{.length = 0.9},
                                  .max_iterations = 30,
                                  .trace = true});
  double lowest = std::numeric_limits<double>::infinity();
  for (const Record& record : result.trace) lowest = std::min(lowest, record.value);
  EXPECT_EQ(result.best_value, lowest);
  EXPECT_LT(result.best_value, result.value);
}

TEST(Norm, ChangesEstimateIndependentlyOfSet) {
  // Along d = v - x with ||d||_1 = 2, ||d||_2 < 2: the first estimates differ as the norms do.
  const auto first = [](std::shared_ptr<const Norm> norm) {
    return run_with({.step = AdaptiveConstant{.gamma = 1, .delta = 0},
                     .norm = std::move(norm),
                     .max_iterations = 1,
                     .trace = true})
        .trace.front()
        .lipschitz;
  };
  // g = 2x, so ||2 d||_inf / ||d||_1 = 1 and ||2 d||_1 / ||d||_inf = 4 for d = e_2 - e_1.
  EXPECT_NEAR(first(l2_norm()), 2, 1e-9);
  EXPECT_NEAR(first(l1_norm()), 1, 1e-9);
  EXPECT_NEAR(first(linf_norm()), 4, 1e-9);
}

TEST(StepLambda, IsStepRule) {
  const Result result = run_with({.step = [](Line& line) { return 0.5 * line.max_step(); },
                                  .max_iterations = 2,
                                  .trace = true});
  EXPECT_EQ(result.trace[0].step, 0.5);
  EXPECT_EQ(result.trace[1].step, 0.5);
}

struct Refusal {
  const char* name;
  std::function<Result()> run;
  const char* part_of_message;
};

class InvalidRun : public ::testing::TestWithParam<Refusal> {};

TEST_P(InvalidRun, IsRejectedBeforeIterationZero) {
  try {
    GetParam().run();
    FAIL() << "was accepted";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().part_of_message), std::string::npos)
        << error.what();
  }
}

Result run_from(const Vector& x0) {
  return minimize(acgd_test::squared_norm(kOptionsSize), kSimplex, x0, {.direction = FrankWolfe{}});
}

INSTANTIATE_TEST_SUITE_P(
    Input, InvalidRun,
    ::testing::Values(
        Refusal{"short_without_L", [] { return run_with({.step = Short{}}); },
                "lipschitz: is missing"},
        Refusal{"gamma", [] { return run_with({.step = AdaptiveConstant{.gamma = 1.5}}); },
                "gamma = 1.5: must be in (0, 1]"},
        Refusal{"beta", [] { return run_with({.step = AdaptiveAdjustable{.beta = 1}}); },
                "beta = 1:"},
        Refusal{"delta", [] { return run_with({.step = AdaptiveConstant{.delta = -1}}); },
                "delta = -1"},
        Refusal{"period", [] { return run_with({.step = AdaptiveAdjustable{.period = 0}}); },
                "period = 0"},
        Refusal{"fixed_too_long", [] { return run_with({.step = Fixed{.length = 2}}); },
                "length = 2"},
        Refusal{"open_loop_l", [] { return run_with({.step = OpenLoop{.l = 0}}); }, "l = 0"},
        Refusal{"negative_limit", [] { return run_with({.max_iterations = -1}); },
                "max_iterations = -1"},
        Refusal{"nan_tolerance", [] { return run_with({.gap_tolerance = std::nan("")}); },
                "gap_tolerance = nan"},
        Refusal{"nan_time", [] { return run_with({.time_limit = std::nan("")}); },
                "time_limit = nan"},
        Refusal{"null_norm", [] { return run_with({.norm = nullptr}); }, "norm = null"},
        Refusal{"x0_size", [] { return run_from(Vector::Unit(3, 0)); }, "x0: has 3 entries"},
        Refusal{"x0_nan", [] { return run_from(Vector::Constant(kOptionsSize, std::nan(""))); },
                "x0[0] = nan"},
        Refusal{"x0_outside", [] { return run_from(Vector::Constant(kOptionsSize, 1.0)); },
                "x0: must be in the"},
        Refusal{"x0_coordinate_outside",
                [] {
                  Atom far;
                  far.become_coordinate(kOptionsSize, 1, 7.0);
                  return minimize(acgd_test::squared_norm(kOptionsSize), kSimplex, far,
                                  {.direction = FrankWolfe{}});
                },
                "x0: must be in the"},
        Refusal{"x0_rank_one_outside",
                [] {
                  Atom far;
                  Atom::RankOne& pair = far.become_rank_one(2, 2);
                  pair.scale = 5;
                  pair.left = pair.right = Vector::Unit(2, 0);
                  return minimize(acgd_test::squared_norm(4), NuclearBall(2, 2, 1.0), far,
                                  {.direction = FrankWolfe{}});
                },
                "the nuclear norm is 5, above the radius 1"},
        Refusal{"x0_rank_one_nan",
                [] {
                  Atom bad;
                  Atom::RankOne& pair = bad.become_rank_one(2, 2);
                  pair.scale = std::nan("");
                  pair.left = pair.right = Vector::Unit(2, 0);
                  return minimize(acgd_test::squared_norm(4), NuclearBall(2, 2, 1.0), bad,
                                  {.direction = FrankWolfe{}});
                },
                "x0: must be finite"},
        Refusal{"set_size",
                [] {
                  return minimize(acgd_test::squared_norm(4), Simplex(5), Vector::Unit(4, 0),
                                  {.direction = FrankWolfe{}});
                },
                "has 5 variables, must have 4"}),
    [](const auto& refusal) { return std::string(refusal.param.name); });

}  // namespace
}  // namespace acgd
