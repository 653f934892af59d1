// Every experiment, small and with synthetic data, with every strategy.
#include <gtest/gtest.h>

#include "acgd/solve/solve.hpp"
#include "app/experiments/experiment.hpp"

namespace acgd::experiments {
namespace {

/// Enough iterations to see a decrease.
constexpr Index kIterations = 60;

class QuickRun : public ::testing::TestWithParam<std::string> {};

TEST_P(QuickRun, EndsUsableWithEveryStrategy) {
  const Experiment& experiment = find(GetParam());
  const Prepared problem = experiment.prepare({.quick = true, .synthetic = true});
  EXPECT_EQ(problem.sensitive, experiment.sensitive);
  EXPECT_NE(problem.data.find("seed 1"), std::string::npos) << problem.data;
  ASSERT_LE(problem.options.max_iterations, 300);
  for (const std::string& name : experiment.strategies) {
    Options options = problem.options;
    options.max_iterations = kIterations;
    options.step = strategy(name, problem);
    options.trace = true;
    const Result result = solve(problem.problem, options);
    EXPECT_TRUE(is_usable(result.status)) << name << ": " << result.message;
    EXPECT_LT(result.value, result.trace.front().value) << name;
  }
}

TEST_P(QuickRun, DependsOnSeedOnly) {
  const auto first_value = [](const Prepared& problem) {
    Options options = problem.options;
    options.max_iterations = 1;  // at 0 the sigmoid error is 1/4, whatever the data
    return solve(problem.problem, options).value;
  };
  const Experiment& experiment = find(GetParam());
  const double value =
      first_value(experiment.prepare({.seed = 5, .quick = true, .synthetic = true}));
  EXPECT_EQ(value, first_value(experiment.prepare({.seed = 5, .quick = true, .synthetic = true})));
  EXPECT_NE(value, first_value(experiment.prepare({.seed = 6, .quick = true, .synthetic = true})));
}

std::vector<std::string> names() {
  std::vector<std::string> collected;
  for (const Experiment& experiment : all()) collected.push_back(experiment.name);
  return collected;
}

INSTANTIATE_TEST_SUITE_P(Experiments, QuickRun, ::testing::ValuesIn(names()), [](const auto& test) {
  std::string name = test.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
}  // namespace acgd::experiments
