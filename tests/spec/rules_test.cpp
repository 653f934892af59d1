// Specifications of step and direction rules.
#include "app/spec/rules.hpp"

#include <gtest/gtest.h>

#include "support/refusal.hpp"
#include "testing/check_step_rule.hpp"

namespace acgd::spec {
namespace {

using acgd_test::refusal;

/// A parameter of the rule, as text.
std::string value(StepChoice step, std::string_view name) {
  Description description = step.describe();
  const Parameter* parameter = find(description, name);
  return parameter == nullptr ? "no such parameter" : value_text(*parameter);
}

/// The length of its first step along f = -t + t^2/2.
double first_length(const StepChoice& step) {
  acgd::ModelLine line(1, 1);
  return step.begin({.max_iterations = 8})->choose(line).length;
}

TEST(StepText, HasParametersBehindColons) {
  const StepChoice step = make_step("adaptive-constant:gamma=0.5:beta=3:initial-lipschitz=7");
  EXPECT_EQ(step.name(), "adaptive-constant");
  EXPECT_EQ(value(step, "gamma"), "0.5");
  EXPECT_EQ(value(step, "beta"), "3");
  EXPECT_EQ(value(step, "delta"), "none");
  EXPECT_EQ(value(step, "initial_lipschitz"), "7");
  EXPECT_EQ(value(make_step("adaptive-adjustable:counting=published"), "counting"), "published");
}

TEST(StepText, ParametersReachRule) {
  EXPECT_DOUBLE_EQ(first_length(make_step("fixed:0.25")), 0.25);
  EXPECT_DOUBLE_EQ(first_length(make_step("fixed:length=0.25")), 0.25);
  EXPECT_DOUBLE_EQ(first_length(make_step("short:lipschitz=5")), 0.2);
  const auto second = [](const StepChoice& step) {
    acgd::ModelLine line(1, 1);
    const auto rule = step.begin({});
    rule->choose(line);
    return rule->choose(line).length;
  };
  EXPECT_DOUBLE_EQ(second(make_step("open-loop:l=4")), 4.0 / 5);
}

TEST(StepText, EveryParameterOfEveryRuleCanBeTyped) {
  int count = 0;
  for (const StepKind& kind : step_kinds()) {
    StepChoice rule = kind.choice;
    std::string text = kind.name;
    for (const Parameter& parameter : rule.describe()) {
      text += ":" + dashed(parameter.name) + "=" + value_text(parameter);
      ++count;
    }
    EXPECT_EQ(refusal([&] { make_step(text); }), "") << text;
    EXPECT_EQ(refusal([&] { make_step(kind.name); }), "");
  }
  EXPECT_GE(count, 20);
}

TEST(StepText, ErrorsHaveSuggestions) {
  const std::pair<const char*, const char*> cases[] = {
      {"adaptive", "step = adaptive: unknown name; did you mean adaptive-constant?"},
      {"adaptive-constant:gama=0.5",
       "step: parameter of adaptive-constant = gama: unknown name; did you mean gamma?"},
      {"open-loop:gamma=0.5", "step: parameter of open-loop = gamma: must be one of l"},
      {"adaptive-constant:gamma=2",
       "step = adaptive-constant:gamma=2: gamma = 2: must be in (0, 1]"},
      {"adaptive-constant:gamma=",
       "step = adaptive-constant:gamma=: gamma = : must be a finite number"},
      {"adaptive-constant:gamma=1:gamma=1", "step: gamma=1 is given twice"},
      {"adaptive-adjustable:counting=papr",
       "step = adaptive-adjustable:counting=papr: counting = papr: unknown name; did you mean "
       "paper?"},
      {"fixed:0.1:0.2", "step: fixed has 2 parameters, must be fixed:length="},
      {"inverse-square-root:l=2", "step: inverse-square-root has no parameters, but l is given"}};
  for (const auto& [text, sentence] : cases) {
    EXPECT_EQ(refusal([&, &typed = text] { make_step(typed); }), sentence);
  }
}

TEST(StepFlags, ApplyToEveryRuleWithParameter) {
  const Flags flags = {{"gamma", "0.5"}, {"initial_lipschitz", "3"}};
  EXPECT_EQ(value(make_step("adaptive-constant", flags), "gamma"), "0.5");
  EXPECT_EQ(value(make_step("adaptive-adjustable", flags), "gamma"), "0.5");
  EXPECT_EQ(value(make_step("backtracking", flags), "initial_lipschitz"), "3");
  EXPECT_EQ(value(make_step("open-loop", flags), "l"), "2");
  EXPECT_EQ(value(make_step("adaptive-constant:gamma=0.1", flags), "gamma"), "0.1")
      << "what stands behind the name goes first";
  EXPECT_EQ(refusal([&] { check_flags({make_step("adaptive-constant")}, flags); }), "");
  EXPECT_EQ(refusal([&] { check_flags({make_step("open-loop")}, flags); }),
            "gamma: not a parameter of the step rule open-loop; it has l");
  EXPECT_EQ(refusal([&] { check_flags({make_step("inverse-square-root")}, flags); }),
            "gamma: not a parameter of the step rule inverse-square-root; it has no parameters");
  EXPECT_EQ(refusal([&] {
              check_flags({make_step("open-loop"), make_step("secant")}, flags);
            }),
            "gamma: none of these step rules takes it; they have l, tolerance, max-rounds");
}

TEST(StepText, OldWordsGetHint) {
  Hints hints;
  EXPECT_EQ(make_step("nonconvex", {}, &hints).name(), "inverse-square-root");
  EXPECT_EQ(value(make_step("backtracking", {{"beta", "3"}}, &hints), "growth"), "3");
  EXPECT_EQ(hints, (Hints{"nonconvex is called inverse-square-root now",
                          "beta of backtracking is called growth now"}));
  make_step("adaptive-constant", {{"beta", "3"}}, &hints);
  EXPECT_EQ(hints.size(), 2u);
}

TEST(StepKinds, RulesWithLipschitzConstantUseNorm) {
  for (const StepKind& kind : step_kinds()) {
    const bool expected =
        kind.name.starts_with("adaptive") || kind.name == "backtracking" || kind.name == "short";
    EXPECT_EQ(uses_norm(kind.choice), expected) << kind.name;
  }
}

TEST(DirectionText, NamesRule) {
  for (const char* name : {"auto", "frank-wolfe", "steepest-descent"}) {
    EXPECT_EQ(make_direction(name).name(), name);
  }
  EXPECT_EQ(refusal([] { make_direction("frankwolfe"); }),
            "direction = frankwolfe: unknown name; did you mean frank-wolfe?");
}

TEST(DirectionText, FormerNamesAreRejectedWithSuccessors) {
  EXPECT_EQ(refusal([] { make_direction("toward"); }),
            "direction = toward: unknown name; did you mean frank-wolfe?");
  EXPECT_EQ(refusal([] { make_direction("along"); }),
            "direction = along: unknown name; did you mean steepest-descent?");
}

}  // namespace
}  // namespace acgd::spec
