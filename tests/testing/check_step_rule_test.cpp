// The library's step rules pass the checker, and broken rules do not.
#include <gtest/gtest.h>

#include <memory>

#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "acgd/testing/testing.hpp"

namespace acgd {
namespace {

std::string joined(const std::vector<std::string>& complaints) {
  std::string all;
  for (const std::string& c : complaints) all += c + "\n";
  return all;
}

TEST(CheckStepRule, SearchingRulesPass) {
  EXPECT_EQ(joined(check_step_rule(AdaptiveConstant{})), "");
  EXPECT_EQ(joined(check_step_rule(AdaptiveConstant{.gamma = 1, .beta = 1.5})), "");
  EXPECT_EQ(joined(check_step_rule(AdaptiveAdjustable{})), "");
  EXPECT_EQ(joined(check_step_rule(Backtracking{})), "");
  EXPECT_EQ(joined(check_step_rule(LineSearch{})), "");
  EXPECT_EQ(joined(check_step_rule(Secant{})), "");
}

TEST(CheckStepRule, OpenLoopRulesPassWithoutDescentCheck) {
  const StepRuleCheck blind{.monotone = false};
  EXPECT_EQ(joined(check_step_rule(OpenLoop{}, blind)), "");
  EXPECT_EQ(joined(check_step_rule(InverseSquareRoot{}, blind)), "");
  EXPECT_EQ(joined(check_step_rule(Fixed{}, blind)), "");
  EXPECT_EQ(joined(check_step_rule(Short{.lipschitz = 1}, blind)), "");
}

TEST(CheckStepRule, DetectsIncreases) {
  EXPECT_NE(joined(check_step_rule(Fixed{.length = 0.9})).find("changes f by"), std::string::npos);
}

TEST(CheckStepRule, DetectsLengthsOutsideLine) {
  const StepChoice negative = [](Line&) { return -1.0; };
  EXPECT_NE(joined(check_step_rule(negative)).find("is not in [0"), std::string::npos);
  const StepChoice endless = [](Line& line) { return line.max_step(); };
  EXPECT_NE(joined(check_step_rule(endless, {.monotone = false})).find("inf"), std::string::npos);
}

TEST(CheckStepRule, DetectsSharedState) {
  const auto calls = std::make_shared<int>(0);
  const StepChoice shared = [calls](Line&) { return 1.0 / ++*calls; };
  EXPECT_NE(joined(check_step_rule(shared, {.monotone = false})).find("two fresh rules differ"),
            std::string::npos);
}

TEST(CheckStepRule, DetectsTooManyEvaluations) {
  const StepChoice greedy = [](Line& line) {
    double best = 0;
    for (int i = 0; i <= 3000; ++i) {
      if (line.change(i / 3000.0) < line.change(best)) best = i / 3000.0;
    }
    return best;
  };
  EXPECT_NE(joined(check_step_rule(greedy, {.max_trials = 1000})).find("asked for"),
            std::string::npos);
}

}  // namespace
}  // namespace acgd
