// The Lipschitz estimate of the adaptive rules from two gradients, and the effect of delta.
#include <gtest/gtest.h>

#include <limits>

#include "acgd/step/adaptive.hpp"
#include "testing/check_step_rule.hpp"

namespace acgd {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// If gradients are accurate to 1e-13, a change of that size is rounding error: over a move of 1e-14
// it would give an L of 10, or of 0, where the curvature is 1.
TEST(AdaptiveConstant, KeepsLastConstantWhereGradientChangeIsRoundingError) {
  ModelLine first(1, kEndless);
  ModelLine close(1e-14, kEndless);
  close.f = [](double t) { return -1e-14 * t + 0.5 * t * t; };
  close.noise_of_gradient_change = 1e-13;
  const auto rule = AdaptiveConstant{.gamma = 1, .delta = 0, .initial_lipschitz = 1}.begin({});
  EXPECT_DOUBLE_EQ(rule->choose(first).lipschitz, 1);  // moved 1
  close.change_of_gradient = 1;
  EXPECT_DOUBLE_EQ(rule->choose(close).lipschitz, 1);  // moved 1e-14
  close.change_of_gradient = 1e-13;
  EXPECT_DOUBLE_EQ(rule->choose(close).lipschitz, 1);
  close.change_of_gradient = 0;
  const StepDecision unchanged = rule->choose(close);
  EXPECT_LE(unchanged.backtracks, 2);
  EXPECT_LE(unchanged.lipschitz, 2);
}

// The threshold is relative to the gradients' own rounding error, however small they become.
TEST(AdaptiveConstant, UsesEstimateWhereItExceedsRoundingError) {
  ModelLine steep(1e20, kEndless);
  steep.f = [](double t) { return -1e20 * t + 0.5e20 * t * t; };
  const auto rule =
      AdaptiveConstant{.gamma = 1, .delta = 1e-10, .initial_lipschitz = 1e20}.begin({});
  EXPECT_DOUBLE_EQ(rule->choose(steep).length, 1);
  ModelLine flat(1e-6, kEndless);
  flat.f = [](double t) { return -1e-6 * t + 0.5e-3 * t * t; };
  flat.change_of_gradient = 2e-3;
  flat.noise_of_gradient_change = 1.9e-3;
  EXPECT_DOUBLE_EQ(rule->choose(flat).lipschitz, 2e-3 + 1e-10);
}

TEST(AdaptiveConstant, DeltaDefaultsToShareOfFirstEstimate) {
  ModelLine line(1, kEndless);
  line.f = [](double t) { return -t; };
  const auto rule = AdaptiveConstant{.gamma = 1, .initial_lipschitz = 8}.begin({});
  const StepDecision first = rule->choose(line);
  EXPECT_DOUBLE_EQ(first.lipschitz, 8 + 8e-10);
  line.change_of_gradient = 1;
  EXPECT_DOUBLE_EQ(rule->choose(line).lipschitz, 1 / first.length + 8e-10);
  line.change_of_gradient = 0;
  EXPECT_DOUBLE_EQ(rule->choose(line).lipschitz, 8e-10);
}

// 1e-10 of an estimate of 1e17 is more than a later estimate of 1.
TEST(AdaptiveConstant, DefaultDeltaDoesNotDominateLaterEstimates) {
  ModelLine steep(1e17, kEndless);
  steep.f = [](double t) { return -1e17 * t; };
  const auto rule = AdaptiveConstant{.gamma = 1, .initial_lipschitz = 1e17}.begin({});
  EXPECT_NEAR(rule->choose(steep).length, 1, 1e-9);
  ModelLine flat(1, kEndless);
  flat.f = [](double t) { return -t; };
  flat.change_of_gradient = 1;
  EXPECT_NEAR(rule->choose(flat).lipschitz, 1 + 1e-6, 1e-9);
}

}  // namespace
}  // namespace acgd
