#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "acgd/core/error.hpp"
#include "app/experiments/experiment.hpp"

namespace acgd::experiments {
namespace {

TEST(Catalogue, HasThirteenExperimentsOneOfThemInThreeGeometries) {
  std::set<std::string> names;
  for (const Experiment& experiment : all()) names.insert(experiment.name);
  EXPECT_EQ(names.size(), 15u);
  EXPECT_EQ(names.size(), all().size());
  EXPECT_EQ(names.count("least-squares-l2") + names.count("least-squares-l1") +
                names.count("least-squares-linf"),
            3u);
}

TEST(Catalogue, EveryPublishedRowHasStrategyOfItsExperiment) {
  for (const Experiment& experiment : all()) {
    EXPECT_FALSE(experiment.published.empty()) << experiment.name;
    for (const PublishedRow& row : experiment.published) {
      EXPECT_EQ(std::ranges::count(experiment.strategies, row.strategy), 1)
          << experiment.name << " " << row.strategy;
      EXPECT_TRUE(row.iterations && *row.iterations <= 3000 && row.seconds > 0) << experiment.name;
    }
  }
  EXPECT_EQ(find("lasso").published.size(), 5u);
  EXPECT_EQ(find("matrix-balancing").published.size(), 4u);
  EXPECT_EQ(find("levy").published.size(), 3u);
  EXPECT_DOUBLE_EQ(*find("logistic").published[3].gap, 1.1077);
}

TEST(Catalogue, UnknownNameIsRejectedWithChoices) {
  try {
    find("laso");
    FAIL() << "found an experiment that does not exist";
  } catch (const InvalidInput& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("\"laso\""), std::string::npos) << message;
    EXPECT_NE(message.find("lasso, matrix-balancing"), std::string::npos) << message;
  }
}

TEST(Strategy, UnknownNameIsRejectedWithChoices) {
  const Prepared problem = find("rosenbrock").prepare({});
  EXPECT_THROW(strategy("adaptive", problem), InvalidInput);
  try {
    strategy("adaptive", problem);
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("adaptive-constant"), std::string::npos);
  }
}

TEST(Settings, ReachProblem) {
  const Prepared problem =
      find("matrix-balancing").prepare({.synthetic = true, .counting = Counting::paper});
  EXPECT_EQ(problem.counting, Counting::paper);
  EXPECT_EQ(problem.options.max_iterations, 3000);
  EXPECT_EQ(find("levy").prepare({.quick = true}).options.max_iterations, 300);
}

}  // namespace
}  // namespace acgd::experiments
