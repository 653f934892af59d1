// The authors' own runs of matrix balancing, reproduced row by row.
#include <gtest/gtest.h>

#include <string>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "support/data.hpp"
#include "support/npy.hpp"
#include "support/problems.hpp"
#include "support/recorded.hpp"

namespace acgd {
namespace {

struct Recorded {
  std::string name;
  Index iterations;
};

class RecordedRun : public ::testing::TestWithParam<Recorded> {};

TEST_P(RecordedRun, IsReproducedRowByRow) {
  const auto matrix = acgd_test::data_file("matrix-balancing/A.npy");
  const auto start = acgd_test::data_file("matrix-balancing/x0.npy");
  const auto csv = acgd_test::data_file("matrix-balancing/recorded/" + GetParam().name + ".csv");
  if (!matrix || !start || !csv) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";

  const Trace recorded = acgd_test::read_recorded(*csv);
  const auto f = acgd_test::matrix_balancing(acgd_test::read_npy(*matrix));
  const auto upper_ties = acgd_test::box_with_upper_ties();
  const Box box(100, 1, 10);
  const bool has_ties = GetParam().name == "open-loop";
  const Oracle& set = has_ties ? *upper_ties : static_cast<const Oracle&>(box);
  const Result result =
      minimize(f, set, acgd_test::read_npy(*start).col(0),
               {.direction = FrankWolfe{},
                .step = acgd_test::recorded_rule(GetParam().name, recorded.front()),
                .max_iterations = 3000,
                .gap_tolerance = 0,
                .optimal_value = acgd_test::kBalancingOptimum,
                .value_tolerance = 1e-5,
                .trace = true});

  EXPECT_EQ(result.counts.iterations, GetParam().iterations);
  acgd_test::expect_recorded(result.trace, recorded);
}

INSTANTIATE_TEST_SUITE_P(MatrixBalancing, RecordedRun,
                         ::testing::Values(Recorded{"adaptive-constant", 228},
                                           Recorded{"adaptive-adjustable", 291},
                                           Recorded{"backtracking", 406}, Recorded{"short", 3000},
                                           Recorded{"open-loop", 3000}),
                         [](const auto& run) { return acgd_test::test_name(run.param.name); });

}  // namespace
}  // namespace acgd
