// The matrix-balancing experiment gives the authors' recorded runs, row by row.
#include <gtest/gtest.h>

#include "acgd/solve/solve.hpp"
#include "app/experiments/experiment.hpp"
#include "support/data.hpp"
#include "support/recorded.hpp"

namespace acgd::experiments {
namespace {

class RecordedExperiment : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedExperiment, IsReproducedRowByRow) {
  const std::string name = GetParam();
  const auto csv = acgd_test::data_file("matrix-balancing/recorded/" + name + ".csv");
  if (!csv) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";
  const Trace recorded = acgd_test::read_recorded(*csv);

  Prepared problem = find("matrix-balancing")
                         .prepare({.data = csv->parent_path().parent_path().parent_path(),
                                   .counting = Counting::published});
  EXPECT_NEAR(*problem.options.optimal_value, acgd_test::kBalancingOptimum, 1e-11);
  EXPECT_NEAR(problem.lipschitz(), acgd_test::kBalancingLipschitz, 1e-8);
  if (name == "open-loop") problem.problem.set = acgd_test::box_with_upper_ties();
  Options options = problem.options;
  options.step = strategy(name, problem);
  options.trace = true;
  const Result result = solve(problem.problem, options);

  acgd_test::expect_recorded(result.trace, recorded);
  for (const PublishedRow& row : find("matrix-balancing").published) {
    if (row.strategy != name) continue;
    EXPECT_EQ(result.counts.iterations, row.iterations);
    EXPECT_NEAR(result.value, row.value, 5e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, RecordedExperiment,
                         ::testing::Values("adaptive-constant", "adaptive-adjustable",
                                           "backtracking", "short", "open-loop"),
                         [](const auto& run) { return acgd_test::test_name(run.param); });

}  // namespace
}  // namespace acgd::experiments
