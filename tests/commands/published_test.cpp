// The tool against recorded runs and published figures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "commands/tool.hpp"
#include "support/data.hpp"

namespace acgd_test {
namespace {

struct Recorded {
  std::string name;
  std::string flags;
  double first_factor;  ///< of the estimate in the first trial: gamma, or backtracking's 0.9
};

class RecordedByAuthors : public testing::TestWithParam<Recorded> {};

/// Row 0 determines the initial estimate: L_0 = factor (estimate + delta) 2^backtracks.
double initial_lipschitz(const std::vector<double>& row, double factor) {
  return row[4] / std::pow(2, row[5]) / factor - (factor == 0.25 ? 1e-10 : 0);
}

/// ours: iteration,time_s,value,gap,step,lipschitz,backtracks; theirs have no time.
void expect_recorded(const std::vector<std::vector<double>>& ours,
                     const std::vector<std::vector<double>>& theirs) {
  // Runs that reach the limit were recorded without the point after the last step.
  ASSERT_EQ(std::min<std::size_t>(ours.size(), 3000), theirs.size());
  for (std::size_t k = 0; k < theirs.size() && !testing::Test::HasFailure(); ++k) {
    for (const std::size_t column : {1u, 2u, 3u, 4u, 5u}) {
      const double expected = theirs[k][column];
      // Rules without an L have none to compare.
      if (std::isnan(expected)) continue;
      EXPECT_NEAR(ours[k][column + 1], expected, 1e-10 * std::abs(expected))
          << "row " << k << ", column " << column;
    }
  }
}

TEST_P(RecordedByAuthors, IsReproducedRowByRow) {
  const auto matrix = data_file("matrix-balancing/A.npy");
  const auto start = data_file("matrix-balancing/x0.npy");
  const auto recorded = data_file("matrix-balancing/recorded/" + GetParam().name + ".csv");
  if (!matrix || !start || !recorded) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";
  const auto theirs = rows_of(bytes_of(*recorded));
  std::string flags = GetParam().flags;
  if (GetParam().first_factor > 0) {
    flags += fmt::format(" --initial-lipschitz {:.17g}",
                         initial_lipschitz(theirs[0], GetParam().first_factor));
  }
  if (GetParam().first_factor == 0.25) flags += " --delta 1e-10";
  const Tool tool;
  const Ran ran = tool.run(fmt::format(
      "solve --objective matrix-balancing --data {} --x0 {} --set box:1:10 --direction frank-wolfe "
      "--max-iterations 3000 "
      "--gap-tolerance 0 --optimal-value 480.28349931538526 --value-tolerance 1e-5 "
      "--trace t.csv --step {}",
      matrix->string(), start->string(), flags));
  ASSERT_EQ(ran.code, 0) << ran.error;
  expect_recorded(rows_of(tool.read("t.csv")), theirs);
}

TEST_P(RecordedByAuthors, IsReproducedByReproduce) {
  const auto recorded = data_file("matrix-balancing/recorded/" + GetParam().name + ".csv");
  if (!recorded) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";
  const Tool tool;
  const Ran ran = tool.run(
      fmt::format("reproduce matrix-balancing --strategies {} --traces t "
                  "--data {}",
                  GetParam().name, recorded->parent_path().parent_path().parent_path().string()));
  ASSERT_EQ(ran.code, 0) << ran.error;
  expect_recorded(rows_of(tool.read("t/matrix-balancing-" + GetParam().name + ".csv")),
                  rows_of(bytes_of(*recorded)));
}

INSTANTIATE_TEST_SUITE_P(Rules, RecordedByAuthors,
                         testing::Values(Recorded{"adaptive-constant", "adaptive-constant", 0.25},
                                         Recorded{"adaptive-adjustable",
                                                  "adaptive-adjustable --counting published", 0.25},
                                         Recorded{"backtracking", "backtracking", 0.9},
                                         Recorded{"short", "short --lipschitz 146109.36264244944",
                                                  0}),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

struct Published {
  std::string step;
  double value;
};

class PublishedLogistic : public testing::TestWithParam<Published> {};

TEST_P(PublishedLogistic, ValueIsReachedWithinTwoPercent) {
  const auto data = data_file("a1a");
  if (!data) GTEST_SKIP() << "a1a is not at ACGD_DATA";
  const Tool tool;
  std::string start;
  for (int i = 1; i <= 123; ++i) start += i == 29 ? "-50\n" : "0\n";
  tool.file("x0.csv", start);
  const Ran ran = tool.run(
      fmt::format("solve --objective logistic --data {} --features 123 --set l1:50 --x0 x0.csv "
                  "--direction frank-wolfe "
                  "--max-iterations 3000 --gap-tolerance 1e-5 --result r.json --step {}",
                  data->string(), GetParam().step));
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NEAR(tool.json("r.json")["value"].get<double>(), GetParam().value,
              0.02 * GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(Rules, PublishedLogistic,
                         testing::Values(Published{"adaptive-constant", 0.3114},
                                         Published{"adaptive-adjustable", 0.3135},
                                         Published{"backtracking", 0.3171},
                                         Published{"short", 0.4522},
                                         Published{"open-loop", 0.3176}),
                         [](const auto& test) {
                           std::string name = test.param.step;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace acgd_test
