// check_stop() record by record, without a solver.
#include "acgd/solve/stop_rule.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/not_finite.hpp"

namespace acgd {
namespace {

using acgd_test::kInfinity;
using acgd_test::kNaN;

std::optional<Status> status(const Options& options, const Progress& progress) {
  const auto stop = check_stop(options, progress);
  return stop ? std::optional(stop->status) : std::nullopt;
}

TEST(CheckStop, ContinuesWhileNothingIsMet) {
  EXPECT_EQ(status({}, {.iteration = 5, .value = 3, .gap = 1}), std::nullopt);
}

TEST(CheckStop, AbsoluteGap) {
  EXPECT_EQ(status({.gap_tolerance = 0.1}, {.gap = 0.1}), Status::gap_reached);
  EXPECT_EQ(status({.gap_tolerance = 0.1}, {.gap = 0.11}), std::nullopt);
}

TEST(CheckStop, ZeroGapIsOptimalForAnyTolerance) {
  EXPECT_EQ(status({.gap_tolerance = 0}, {.gap = 0}), Status::gap_reached);
}

TEST(CheckStop, RelativeGapIsRelativeToValue) {
  const Options options{.relative_gap_tolerance = 1e-3};
  EXPECT_EQ(status(options, {.value = -2000, .gap = 2}), Status::gap_reached);
  EXPECT_EQ(status(options, {.value = -1000, .gap = 2}), std::nullopt);
}

// The default tolerance is a ratio, so that f may have any unit.
TEST(CheckStop, DefaultComparesGapWithValue) {
  for (const double unit : {1e-12, 1.0, 1e12}) {
    const auto at = [&](double value, double gap) {
      return status({}, {.value = value * unit,
                         .gap = gap * unit,
                         .largest_gap = 5 * unit,
                         .natural_scale = unit});
    };
    EXPECT_EQ(at(0.4, 3.9e-7), Status::gap_reached) << unit;
    EXPECT_EQ(at(-0.4, 3.9e-7), Status::gap_reached) << unit;
    EXPECT_EQ(at(0.4, 4.1e-7), std::nullopt) << unit;
  }
}

TEST(CheckStop, DefaultComparesGapWithLargestGap) {
  for (const double unit : {1e-12, 1.0, 1e12}) {
    const auto at = [&](double gap, double largest) {
      return status({}, {.value = 0,
                         .gap = gap * unit,
                         .largest_gap = largest * unit,
                         .natural_scale = kInfinity});
    };
    EXPECT_EQ(at(0.99e-9, 1), Status::gap_reached) << unit;
    EXPECT_EQ(at(1.01e-9, 1), std::nullopt) << unit;
    EXPECT_EQ(at(1, 1), std::nullopt) << "the first point";
    EXPECT_EQ(at(0, 0), Status::gap_reached) << unit;
  }
  EXPECT_EQ(status({}, {.value = 0, .gap = 1e-300}), std::nullopt) << "there was no other";
}

// f + c stops where f does, for any c, unless 0 is known to be a lower bound.
TEST(CheckStop, DefaultIgnoresConstants) {
  const auto at = [](double value, double gap) {
    return status({}, {.value = value, .gap = gap, .largest_gap = 2, .variation = 3});
  };
  for (const double constant : {0.0, 1e-3, 1e2, 1e6, 1e10, -1e10}) {
    EXPECT_EQ(at(constant, 2.9e-7), Status::gap_reached) << constant;
    EXPECT_EQ(at(constant, 3.1e-7), std::nullopt) << constant;
  }
}

// A far start has a large first gap; the loss of the null model limits its effect.
TEST(CheckStop, NullModelLimitsDefault) {
  const auto at = [](double gap) {
    return status({}, {.value = 0, .gap = gap, .largest_gap = 1e9, .natural_scale = 2.0});
  };
  EXPECT_EQ(at(1.9e-9), Status::gap_reached);
  EXPECT_EQ(at(2.1e-9), std::nullopt);
}

TEST(CheckStop, UnconstrainedComparesGradientNormWithLargest) {
  const auto at = [](double value, double norm) {
    return status({}, {.value = value, .gap = norm, .largest_gap = 2, .constrained = false});
  };
  EXPECT_EQ(at(0.4, 1.9e-6), Status::gap_reached);
  EXPECT_EQ(at(0.4, 2.1e-6), std::nullopt);
  EXPECT_EQ(at(1e12, 2.1e-6), std::nullopt) << "|f| says nothing about it";
}

TEST(CheckStop, UnconstrainedRequiresShortSteps) {
  const auto at = [](double norm, double step) {
    return status({}, {.gap = norm,
                       .largest_gap = 1,
                       .constrained = false,
                       .variation = 5,
                       .recent_step = step,
                       .size = 10});
  };
  EXPECT_EQ(at(1e-7, 0.9e-5), Status::gap_reached);
  EXPECT_EQ(at(1e-7, 1.1e-5), std::nullopt);
  EXPECT_EQ(at(0, 1.1e-5), Status::gap_reached);
  // From a start near the minimum: the gap is small compared with curvature times ||x||.
  Progress near{.gap = 4.9e-10,
                .largest_gap = 6e-10,
                .constrained = false,
                .variation = 5,
                .recent_step = 0.9e-9,
                .size = 10};
  EXPECT_EQ(status({}, near), Status::gap_reached);
  near.recent_step = 1.1e-9;
  EXPECT_EQ(status({}, near), std::nullopt);
  near.recent_step = 0.9e-9;
  near.gap = 5.1e-10;
  EXPECT_EQ(status({}, near), std::nullopt);
}

TEST(CheckStop, GivenToleranceReplacesBothDefaults) {
  const Progress close{.value = 1e3, .gap = 1e-5, .largest_gap = 1e5, .natural_scale = 1e3};
  EXPECT_EQ(status({}, close), Status::gap_reached);
  EXPECT_EQ(status({.gap_tolerance = 1e-6}, close), std::nullopt);
  EXPECT_EQ(status({.relative_gap_tolerance = 1e-9}, close), std::nullopt);
  EXPECT_EQ(status({.gap_tolerance = 1e-6, .relative_gap_tolerance = 1e-7}, close),
            Status::gap_reached);
}

TEST(CheckStop, ComputesLargestFinalGap) {
  const Progress here{.value = -3, .gap = 1, .largest_gap = 1e4, .natural_scale = 1e9};
  EXPECT_DOUBLE_EQ(largest_final_gap({}, here), 1e-5);
  EXPECT_DOUBLE_EQ(largest_final_gap({}, {.value = -300, .largest_gap = 1e4, .natural_scale = 1}),
                   3e-4);
  EXPECT_DOUBLE_EQ(largest_final_gap({.gap_tolerance = 7}, here), 7);
  EXPECT_DOUBLE_EQ(largest_final_gap({.relative_gap_tolerance = 0.5}, here), 1.5);
  EXPECT_EQ(largest_final_gap({}, {.value = kInfinity}), 0);
  EXPECT_EQ(largest_final_gap({}, {.value = 5, .constrained = false}), 0);
}

TEST(CheckStop, KnownOptimalValue) {
  const Options options{.gap_tolerance = 0, .optimal_value = 7, .value_tolerance = 0.5};
  EXPECT_EQ(status(options, {.value = 7.5, .gap = 9}), Status::value_reached);
  EXPECT_EQ(status(options, {.value = 7.6, .gap = 9}), std::nullopt);
}

TEST(CheckStop, GradientNorm) {
  const Options options{.gap_tolerance = 0, .gradient_tolerance = 0.01};
  EXPECT_EQ(status(options, {.gap = 1, .gradient_norm = 0.01}), Status::gradient_reached);
  EXPECT_EQ(status(options, {.gap = 1, .gradient_norm = 0.02}), std::nullopt);
}

TEST(CheckStop, Limits) {
  EXPECT_EQ(status({.max_iterations = 3}, {.iteration = 2, .gap = 1}), std::nullopt);
  EXPECT_EQ(status({.max_iterations = 3}, {.iteration = 3, .gap = 1}), Status::iteration_limit);
  EXPECT_EQ(status({.time_limit = 2}, {.seconds = 2.5, .gap = 1}), Status::time_limit);
  EXPECT_EQ(status({.max_evaluations = 9}, {.evaluations = 9, .gap = 1}), Status::evaluation_limit);
}

TEST(CheckStop, PrecisionLimitIsGapWithinRoundingError) {
  const auto message_has = [](Progress progress, const char* part) {
    const auto has = [&](double noise, Status status) {
      progress.gap_noise = noise;
      const auto stop = check_stop({}, progress);
      return stop && stop->status == status && stop->message.find(part) != std::string::npos &&
             stop->message.find("0.25") != std::string::npos;
    };
    return has(0.2, Status::precision_limit) && has(0.02, Status::stalled);
  };
  EXPECT_TRUE(message_has({.iteration = 7, .gap = 0.25, .moved = false}, "too short"));
  EXPECT_TRUE(
      message_has({.iteration = 7, .gap = 0.25, .directional_derivative = 0}, "iteration 7"));
  EXPECT_TRUE(message_has({.iteration = 700, .gap = 0.25, .stalled_since = 300}, "iteration 300"));
  EXPECT_TRUE(is_converged(Status::precision_limit));
  EXPECT_FALSE(is_converged(Status::stalled));
  EXPECT_TRUE(is_usable(Status::stalled));
  // A tolerance that is met comes first, even if no step is left.
  EXPECT_EQ(status({.relative_gap_tolerance = 1e-6},
                   {.value = 1, .gap = 1e-7, .directional_derivative = 0, .moved = false}),
            Status::gap_reached);
}

TEST(CheckStop, SinglePrecisionEndsAtRoundingErrorOfGap) {
  Progress now{.value = 1, .gap = 1e-3, .largest_gap = 1, .gap_noise = 1e-3};
  EXPECT_EQ(status({}, now), std::nullopt);
  now.single_precision = true;
  EXPECT_EQ(status({}, now), Status::precision_limit);
  now.gap = 2e-3;
  EXPECT_EQ(status({}, now), std::nullopt);
}

TEST(CheckStop, Requests) {
  EXPECT_EQ(status({}, {.gap = 1, .observer_asked = true}), Status::stopped_by_observer);
  EXPECT_EQ(status({}, {.gap = 1, .interrupted = true}), Status::interrupted);
  EXPECT_EQ(status({}, {.gap = 1, .moved = false}), Status::stalled);
}

TEST(CheckStop, ToleranceTakesPrecedenceOverLimit) {
  EXPECT_EQ(status({.max_iterations = 3, .gap_tolerance = 1}, {.iteration = 3, .gap = 1}),
            Status::gap_reached);
}

// A NaN never satisfies a tolerance.
TEST(CheckStop, NonFiniteIsNeverOptimal) {
  for (const double bad : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_EQ(status({.gap_tolerance = 1e9}, {.value = bad, .gap = 0}), Status::non_finite) << bad;
    EXPECT_EQ(status({.gap_tolerance = 1e9}, {.value = 0, .gap = bad}), Status::non_finite) << bad;
    EXPECT_EQ(status({.gap_tolerance = 1e9}, {.gap = 0, .directional_derivative = bad}),
              Status::non_finite)
        << bad;
    EXPECT_EQ(status({.gap_tolerance = 1e9}, {.directional_derivative = bad}), Status::non_finite)
        << bad;
  }
}

TEST(CheckStop, AbsentGapMeetsNoTolerance) {
  const Options easy{.gap_tolerance = 1e9, .relative_gap_tolerance = 1e9};
  EXPECT_EQ(status(easy, {.value = 1}), std::nullopt);
  EXPECT_EQ(status({.optimal_value = 1.0}, {.value = 1}), Status::value_reached);
  EXPECT_EQ(status({.gradient_tolerance = 1}, {.gradient_norm = 0.5}), Status::gradient_reached);
  EXPECT_EQ(status(easy, {.interrupted = true}), Status::interrupted);
}

TEST(CheckStop, MessagesOmitAbsentGap) {
  const auto message = [](const Options& options, const Progress& progress) {
    const auto stop = check_stop(options, progress);
    return stop ? stop->message : "goes on";
  };
  EXPECT_EQ(message({.max_iterations = 3}, {.iteration = 3}), "3 iterations");
  EXPECT_EQ(message({.max_iterations = 3}, {.iteration = 3, .gap = 2}), "3 iterations, gap 2");
  EXPECT_EQ(message({.max_evaluations = 3}, {.evaluations = 4}),
            "4 evaluations >= max_evaluations 3");
  EXPECT_EQ(message({.time_limit = 1}, {.seconds = 2}), "2.000 s >= time_limit 1.000 s");
  EXPECT_EQ(message({}, {.iteration = 5, .directional_derivative = 0}),
            "f does not decrease along the direction of iteration 5");
  EXPECT_EQ(message({}, {.iteration = 5, .moved = false}),
            "the step from iteration 4 is too short to change x");
  EXPECT_EQ(message({}, {.iteration = 900, .stalled_since = 300}),
            "neither f nor the gap has decreased since iteration 300");
}

TEST(CheckStop, MessagesHaveNumbers) {
  const auto message = [](const Options& options, const Progress& progress) {
    const auto stop = check_stop(options, progress);
    return stop ? stop->message : "goes on";
  };
  EXPECT_EQ(message({.gap_tolerance = 0.25}, {.gap = 0.125}), "gap 0.125 <= gap_tolerance 0.25");
  EXPECT_EQ(message({.relative_gap_tolerance = 0.5}, {.value = -4, .gap = 2}),
            "gap 2 <= relative_gap_tolerance 0.5 * |f| 4");
  EXPECT_EQ(message({}, {.value = 0.4, .gap = 3e-7, .natural_scale = 1}),
            "gap 3e-07 <= 1e-06 * |f| 0.4");
  EXPECT_EQ(message({}, {.value = 0, .gap = 1e-10, .largest_gap = 0.5, .natural_scale = 1}),
            "gap 1e-10 <= 1e-09 * the largest gap 0.5");
  EXPECT_EQ(message({}, {.value = 9, .gap = 1e-8, .largest_gap = 0.5, .variation = 0.6}),
            "gap 1e-08 <= 1e-07 * the variation of f 0.6");
  EXPECT_NE(check_stop({}, {.iteration = 17, .value = kNaN})->message.find("17"),
            std::string::npos);
}

}  // namespace
}  // namespace acgd
