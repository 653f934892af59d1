// The matrix-balancing experiment gives the authors' recorded runs, row by row.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "acgd/oracle/custom_set.hpp"
#include "acgd/solve/minimize.hpp"
#include "experiments/experiment.hpp"
#include "experiments/strategy.hpp"
#include "support/data.hpp"

namespace acgd::experiments {
namespace {

constexpr double kRelative = 1e-10;

Trace read_rows(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  Trace rows;
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::vector<double> row;
    for (std::string cell; std::getline(cells, cell, ',');) {
      row.push_back(cell.empty() || cell == "\r" ? std::nan("") : std::stod(cell));
    }
    row.resize(6, std::nan(""));
    rows.push_back({.iteration = static_cast<Index>(row[0]),
                    .value = row[1],
                    .gap = row[2],
                    .step = row[3],
                    .lipschitz = row[4],
                    .backtracks = std::isnan(row[5]) ? 0 : static_cast<int>(row[5])});
  }
  return rows;
}

/// The L_hat that a recorded run began with, where its rule has one.
std::optional<double> initial_lipschitz(const std::string& name, const Record& first) {
  const double trial = first.lipschitz / std::pow(2, first.backtracks);
  if (name == "backtracking") return trial / 0.9;
  if (name.starts_with("adaptive")) return 4 * trial - 1e-10;
  return std::nullopt;
}

/// The recorded open-loop run has a gradient with a component that is exactly 0, where the authors'
/// oracle takes the upper bound and Box the lower.
std::shared_ptr<const Oracle> box_with_upper_ties() {
  return std::make_shared<const CustomSet>(100, [](const Vector& g) -> Vector {
    return (g.array() > 0).select(Vector::Constant(g.size(), 1), Vector::Constant(g.size(), 10));
  });
}

void expect_close(double ours, double theirs, const std::string& what) {
  if (std::isnan(theirs)) return;
  EXPECT_NEAR(ours, theirs, kRelative * std::abs(theirs)) << what;
}

class RecordedExperiment : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedExperiment, IsReproducedRowByRow) {
  const std::string name = GetParam();
  const auto csv = acgd_test::data_file("matrix-balancing/recorded/" + name + ".csv");
  if (!csv) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";
  const Trace recorded = read_rows(*csv);

  Problem problem = find("matrix-balancing")
                        .prepare({.data = csv->parent_path().parent_path().parent_path(),
                                  .counting = Counting::published});
  EXPECT_NEAR(*problem.options.optimal_value, 480.28349931538526, 1e-11);
  EXPECT_NEAR(*problem.lipschitz, 146109.36264244944, 1e-8);
  if (const auto estimate = initial_lipschitz(name, recorded.front())) {
    EXPECT_NEAR(*problem.initial_lipschitz, *estimate, 1e-12 * *estimate);
  }
  if (name == "open-loop") problem.set = box_with_upper_ties();
  Options options = problem.options;
  options.step = strategy(name, problem);
  options.trace = true;
  const Result result = solve(problem.mode, *problem.objective, *problem.set, problem.x0, options);

  ASSERT_GE(result.trace.size(), recorded.size());
  for (std::size_t k = 0; k < recorded.size() && !HasFailure(); ++k) {
    const std::string row = "row " + std::to_string(k);
    expect_close(result.trace[k].value, recorded[k].value, row + " value");
    expect_close(result.trace[k].gap, recorded[k].gap, row + " gap");
    expect_close(result.trace[k].step, recorded[k].step, row + " step");
    expect_close(result.trace[k].lipschitz, recorded[k].lipschitz, row + " lipschitz");
    EXPECT_EQ(result.trace[k].backtracks, recorded[k].backtracks) << row;
  }
  for (const PublishedRow& row : find("matrix-balancing").published) {
    if (row.strategy != name) continue;
    EXPECT_EQ(result.counts.iterations, row.iterations);
    EXPECT_NEAR(result.value, row.value, 5e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(Strategies, RecordedExperiment,
                         ::testing::Values("adaptive-constant", "adaptive-adjustable",
                                           "backtracking", "short", "open-loop"),
                         [](const auto& run) {
                           std::string name = run.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace acgd::experiments
