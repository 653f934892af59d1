// Step rules driven by hand along lines with known results.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "acgd/core/error.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "support/not_finite.hpp"
#include "testing/check_step_rule.hpp"

namespace acgd {
namespace {

using acgd_test::kInfinity;

double next_length(StepRule& rule) {
  ModelLine line(1, 1);
  return rule.choose(line).length;
}

TEST(Schedules, FollowFormulas) {
  const auto classic = OpenLoop{}.begin({});
  const auto general = OpenLoop{.l = 4}.begin({});
  const auto root = InverseSquareRoot{}.begin({});
  const auto fixed = Fixed{.length = 0.3}.begin({});
  for (int k = 0; k < 20; ++k) {
    EXPECT_DOUBLE_EQ(next_length(*classic), 2.0 / (k + 2));
    EXPECT_DOUBLE_EQ(next_length(*general), 4.0 / (k + 4));
    EXPECT_DOUBLE_EQ(next_length(*root), 1 / std::sqrt(k + 1.0));
    EXPECT_DOUBLE_EQ(next_length(*fixed), 0.3);
  }
}

TEST(Short, MinimisesModelUpToMaximumStep) {
  ModelLine line(3, 1);
  line.norm_of_d = 2;
  EXPECT_DOUBLE_EQ(Short{.lipschitz = 6}.begin({})->choose(line).length, 3.0 / 24);
  EXPECT_DOUBLE_EQ(Short{.lipschitz = 0.1}.begin({})->choose(line).length, 1);
}

TEST(Short, UsesLipschitzConstantOfObjective) {
  ModelLine line(1, 1);
  const auto rule = Short{}.begin({.lipschitz = [] { return std::optional(5.0); }});
  EXPECT_DOUBLE_EQ(rule->choose(line).length, 0.2);
}

// f = -t + t^2/2 has curvature 1. From L = gamma (L_hat + delta) it takes log2(1 / L) doublings.
TEST(AdaptiveConstant, DoublesUntilModelIsUpperBound) {
  ModelLine line(1, kInfinity);
  const auto rule = AdaptiveConstant{.gamma = 0.25, .delta = 0, .initial_lipschitz = 0.5}.begin({});
  const StepDecision decision = rule->choose(line);
  EXPECT_EQ(decision.backtracks, 3);
  EXPECT_DOUBLE_EQ(decision.lipschitz, 1);
  EXPECT_DOUBLE_EQ(decision.length, 1);
  EXPECT_TRUE(decision.decreases);
}

TEST(AdaptiveConstant, EstimatesFromTwoGradientsAndLastMove) {
  ModelLine line(1, kInfinity);
  const auto rule = AdaptiveConstant{.gamma = 1, .delta = 0.5, .initial_lipschitz = 1.5}.begin({});
  EXPECT_DOUBLE_EQ(rule->choose(line).lipschitz, 2);  // moved 1/2
  line.change_of_gradient = 3;
  EXPECT_DOUBLE_EQ(rule->choose(line).lipschitz, 6.5);
}

TEST(AdaptiveConstant, ProbesAtStart) {
  ModelLine line(1, kInfinity);
  const auto rule = AdaptiveConstant{.gamma = 1, .delta = 0.25}.begin({});
  EXPECT_NEAR(rule->choose(line).lipschitz, 1.25, 1e-12);
}

// The slope -1 + t + t^2 changes by e (1 + e) over a probe of length e.
TEST(AdaptiveConstant, ProbeLengthIsEpsilon) {
  ModelLine line(1, kInfinity);
  line.f_slope = [](double t) { return -1 + t + t * t; };
  line.f = [](double t) { return -t; };
  for (const double e : {1e-3, 0.5, 3.0}) {
    const AdaptiveConstant rule{.gamma = 1, .delta = 0, .epsilon = e};
    EXPECT_NEAR(rule.begin({})->choose(line).lipschitz, 1 + e, 1e-12) << e;
    const Backtracking other{.shrink = 1, .epsilon = e};
    EXPECT_NEAR(other.begin({})->choose(line).lipschitz, 1 + e, 1e-12) << e;
  }
}

TEST(AdaptiveConstant, StepNeverExceedsTMax) {
  ModelLine line(1, kInfinity);
  const StepContext free{.constrained = false};
  const auto first = [&](const StepChoice& rule) { return rule.begin(free)->choose(line).length; };
  EXPECT_DOUBLE_EQ(first(AdaptiveConstant{.initial_lipschitz = 1, .t_max = 0.3}), 0.3);
  EXPECT_DOUBLE_EQ(first(AdaptiveAdjustable{.initial_lipschitz = 1, .t_max = 0.3}), 0.3);
  EXPECT_DOUBLE_EQ(first(Backtracking{.initial_lipschitz = 1, .t_max = 0.3}), 0.3);
  EXPECT_DOUBLE_EQ(
      first(AdaptiveConstant{.gamma = 1, .delta = 0, .initial_lipschitz = 1, .t_max = 5}), 1);
  line.set_model_curvature(1);
  EXPECT_DOUBLE_EQ(first(AdaptiveConstant{.t_max = 0.3}), 0.3);
}

TEST(AdaptiveConstant, RejectsTMaxAboveOneInSet) {
  const StepContext within{.constrained = true}, free{.constrained = false};
  EXPECT_THROW(AdaptiveConstant{.t_max = 1.5}.begin(within), InvalidInput);
  EXPECT_THROW(AdaptiveAdjustable{.t_max = 1.5}.begin(within), InvalidInput);
  EXPECT_THROW(Backtracking{.t_max = 1.5}.begin(within), InvalidInput);
  EXPECT_NO_THROW(AdaptiveConstant{.t_max = 1}.begin(within));
  EXPECT_NO_THROW(AdaptiveConstant{.t_max = 1.5}.begin(free));
}

TEST(AdaptiveConstant, EndsWithStatusWhenNothingDecreases) {
  ModelLine line(1, 1);
  line.f = [](double t) { return t; };
  line.f_slope = [](double) { return 1.0; };
  const StepDecision decision = AdaptiveConstant{.initial_lipschitz = 1}.begin({})->choose(line);
  EXPECT_EQ(decision.outcome, StepDecision::Outcome::precision_limit);
  EXPECT_LE(decision.backtracks, 2200);
}

TEST(AdaptiveConstant, UsesSlopesBelowNoise) {
  ModelLine line(1e-9, 1);
  line.f = [](double) { return 1e-12; };  // rounding error only: never a decrease
  line.f_slope = [](double t) { return -1e-9 + 1e-9 * t; };
  line.noise = 1e-8;
  const StepDecision decision = AdaptiveConstant{.initial_lipschitz = 4e-9}.begin({})->choose(line);
  EXPECT_EQ(decision.outcome, StepDecision::Outcome::taken);
  EXPECT_FALSE(decision.decreases);
  EXPECT_EQ(line.trials, 0);
}

// With L equal to the curvature both sides of the test are equal up to rounding. An L that is too
// small by 1e-12 violates it by 5e-13 of the decrease, which is far above rounding.
TEST(AdaptiveConstant, AcceptsCurvatureItselfButNothingBelow) {
  for (const double curvature : {0.3, 1.0, 7.0}) {
    for (const double gap : {1e-3, 1.0, 0.7e5}) {
      ModelLine line(gap, kInfinity);
      line.f = [=](double t) { return t * (-gap + 0.5 * curvature * t); };
      const auto backtracks = [&](double share) {
        const AdaptiveConstant rule{.gamma = 1, .delta = 0, .initial_lipschitz = share * curvature};
        return rule.begin({})->choose(line).backtracks;
      };
      EXPECT_EQ(backtracks(1), 0) << curvature << ", " << gap;
      EXPECT_EQ(backtracks(1 - 1e-12), 1) << curvature << ", " << gap;
    }
  }
}

/// A parabola of curvature 1 and slope -1 at 0. Its values are lost in noise; its slopes are too
/// large by `excess`, with a rounding error of `error`.
class NoisySlopes final : public Line {
 public:
  NoisySlopes(double excess, double error) : excess_(excess), error_(error) {
    derivative_ = -1;
    max_step_ = kInfinity;
  }
  double norm() override { return 1; }
  double change(double) override { return 0; }
  double slope(double t) override { return -1 + t + excess_; }
  std::optional<double> gradient_change() override { return std::nullopt; }
  double probe(double t) override { return t; }
  double change_noise() const override { return 1e6; }
  double slope_noise() const override { return error_; }

 private:
  double excess_, error_;
};

TEST(AdaptiveConstant, SlopeMayExceedModelByItsRoundingError) {
  const AdaptiveConstant rule{.gamma = 1, .delta = 0, .initial_lipschitz = 1};
  NoisySlopes within(0.9e-8, 1e-8), beyond(1.1e-8, 1e-8);
  EXPECT_EQ(rule.begin({})->choose(within).backtracks, 0);
  EXPECT_EQ(rule.begin({})->choose(beyond).backtracks, 1);
}

TEST(Backtracking, StartsBelowProbeAndShrinksAfterEachStep) {
  ModelLine line(1, kInfinity);
  const auto rule = Backtracking{.initial_lipschitz = 1}.begin({});
  EXPECT_DOUBLE_EQ(rule->choose(line).lipschitz, 1.8);  // 0.9 is too small
  EXPECT_DOUBLE_EQ(rule->choose(line).lipschitz, 1.62);
  EXPECT_DOUBLE_EQ(rule->choose(line).lipschitz, 1.458);
}

/// Performs the given numbers of backtracks and returns the gamma used afterwards.
double gamma_after(const AdaptiveAdjustable& parameters, Mode mode,
                   const std::vector<int>& backtracks) {
  const auto rule = parameters.begin({.constrained = mode == Mode::constrained});
  for (const int count : backtracks) {
    ModelLine line(1, kInfinity);
    // The estimate is always 1, the first trial gamma; the test passes after `count` doublings.
    int trials = 0;
    line.f = [&trials, count](double t) { return trials++ == count ? -kInfinity : t; };
    const StepDecision decision = rule->choose(line);
    EXPECT_EQ(decision.backtracks, count);
    // A later estimate divides by the length of the move, which the line must provide.
  }
  ModelLine line(1, kInfinity);
  line.f = [](double) { return -kInfinity; };
  return rule->choose(line).lipschitz;
}

class Adjustable : public ::testing::Test {
 protected:
  static AdaptiveAdjustable rule(Counting counting) {
    return {.gamma = 0.5, .delta = 0, .initial_lipschitz = 1, .period = 3, .counting = counting};
  }
};

// Lines without a previous gradient keep the estimate at initial_lipschitz = 1, so L is gamma.
TEST_F(Adjustable, PaperCountsEachBacktrackOncePerPeriod) {
  const AdaptiveAdjustable r = rule(Counting::paper);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {0, 0}), 0.5);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {0, 0, 0}), 0.45);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {1, 1, 1}), 0.5);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {2, 1, 1}), 0.55);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {0, 0, 0, 4, 0, 0}), 0.495);
}

TEST_F(Adjustable, GammaNeverExceedsOne) {
  AdaptiveAdjustable r = rule(Counting::paper);
  r.gamma = 0.95;
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {4, 0, 0}), 1);
}

// Twice, except in the period's last iteration; constrained runs exclude iteration 0.
TEST_F(Adjustable, PublishedCountsTwiceExceptLast) {
  const AdaptiveAdjustable r = rule(Counting::published);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::unconstrained, {1, 1, 0}), 0.55);  // 4 > 3
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::unconstrained, {1, 0, 1}), 0.5);   // 3
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::unconstrained, {0, 0, 4}), 0.55);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {9, 0, 0}), 0.5);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {9, 0, 0, 0}), 0.45);
  EXPECT_DOUBLE_EQ(gamma_after(r, Mode::constrained, {0, 1, 1, 0}), 0.55);
}

TEST(LineSearch, UsesParabola) {
  ModelLine line(1, 1);
  line.quadratic_curvature = 4;
  EXPECT_DOUBLE_EQ(LineSearch{}.begin({})->choose(line).length, 0.25);
  line.quadratic_curvature = -4;
  EXPECT_DOUBLE_EQ(LineSearch{}.begin({})->choose(line).length, 1);
  EXPECT_EQ(line.trials, 0);
  ModelLine endless(1, kInfinity);
  endless.quadratic_curvature = 0;
  EXPECT_EQ(LineSearch{}.begin({})->choose(endless).outcome, StepDecision::Outcome::unbounded);
}

/// f = exp(t) - 3t along a line: minimum at log 3.
ModelLine exponential(double max_step) {
  ModelLine line(2, max_step);
  line.f = [](double t) { return std::expm1(t) - 3 * t; };
  line.f_slope = [](double t) { return std::exp(t) - 3; };
  return line;
}

// One slope shows only that the minimum is nearer; f decreases nevertheless.
TEST(LineSearch, DecreasesFForAnyNumberOfRounds) {
  ModelLine line = exponential(100);
  const StepDecision decision = LineSearch{.max_rounds = 1}.begin({})->choose(line);
  EXPECT_EQ(decision.outcome, StepDecision::Outcome::taken);
  EXPECT_GT(decision.length, 0);
  EXPECT_LT(line.f(decision.length), 0);
}

TEST(LineSearch, FindsMinimumOfSmoothFunction) {
  ModelLine unbounded = exponential(kInfinity);
  EXPECT_NEAR(LineSearch{}.begin({})->choose(unbounded).length, std::log(3), 1e-8);
  ModelLine far = exponential(100);
  EXPECT_NEAR(LineSearch{}.begin({})->choose(far).length, std::log(3), 1e-8);
  ModelLine near = exponential(0.5);
  EXPECT_DOUBLE_EQ(LineSearch{}.begin({})->choose(near).length, 0.5);
}

// f(t) = exp(k t) - 1 - 2 k t decreases until log(2) / k; at t = 1 its slope is huge or infinite.
TEST(Secant, RecoversFromExplodingSlope) {
  for (const double k : {600.0, 1000.0}) {
    ModelLine line(k, 1);
    line.f = [k](double t) { return std::expm1(k * t) - 2 * k * t; };
    line.f_slope = [k](double t) { return k * std::exp(k * t) - 2 * k; };
    const StepDecision decision = Secant{}.begin({})->choose(line);
    EXPECT_EQ(decision.outcome, StepDecision::Outcome::taken) << k;
    EXPECT_NEAR(decision.length, std::log(2.0) / k, 0.1 / k);
  }
}

TEST(Secant, FindsMinimumOfSmoothFunction) {
  for (const double max_step : {kInfinity, 100.0}) {
    ModelLine line = exponential(max_step);
    EXPECT_NEAR(Secant{.tolerance = 1e-10}.begin({})->choose(line).length, std::log(3), 1e-8);
  }
  ModelLine near = exponential(0.5);
  EXPECT_DOUBLE_EQ(Secant{}.begin({})->choose(near).length, 0.5);
}

}  // namespace
}  // namespace acgd
