// The authors' own runs of matrix balancing, reproduced row by row.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "acgd/oracle/box.hpp"
#include "acgd/oracle/custom_set.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "acgd/step/backtracking.hpp"
#include "acgd/step/open_loop.hpp"
#include "acgd/step/short_step.hpp"
#include "support/data.hpp"
#include "support/npy.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

constexpr double kOptimum = 480.28349931538526;
constexpr double kRelative = 1e-10;

Trace read_recorded(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  Trace rows;
  while (std::getline(in, line)) {
    if (line.back() == '\r') line.pop_back();
    std::istringstream cells(line);
    std::string cell[6];
    for (std::string& c : cell) std::getline(cells, c, ',');
    const auto number = [](const std::string& c) {
      return c.empty() ? std::nan("") : std::stod(c);
    };
    rows.push_back({.iteration = std::stol(cell[0]),
                    .value = number(cell[1]),
                    .gap = number(cell[2]),
                    .step = number(cell[3]),
                    .lipschitz = number(cell[4]),
                    .backtracks = cell[5].empty() ? 0 : std::stoi(cell[5])});
  }
  return rows;
}

struct Recorded {
  std::string name;
  Index iterations;
  /// The rule, given the recording: its first row tells the L_hat that the run began with.
  StepChoice (*rule)(const Record& first);
};

double first_trial(const Record& first) { return first.lipschitz / std::pow(2, first.backtracks); }

/// [1, 10]^100 with the authors' way of breaking ties. One gradient component of the open-loop run
/// is exactly 0 at iterations 1 and 2; their oracle takes the upper bound there, Box the point
/// nearest 0.
CustomSet box_with_upper_ties() {
  return CustomSet(100, [](const Vector& g) -> Vector {
    return (g.array() > 0).select(Vector::Constant(g.size(), 1), Vector::Constant(g.size(), 10));
  });
}

class RecordedRun : public ::testing::TestWithParam<Recorded> {};

void expect_close(double ours, double theirs, const std::string& what) {
  if (std::isnan(theirs)) return;
  EXPECT_NEAR(ours, theirs, kRelative * std::abs(theirs)) << what;
}

TEST_P(RecordedRun, IsReproducedRowByRow) {
  const auto matrix = acgd_test::data_file("matrix-balancing/A.npy");
  const auto start = acgd_test::data_file("matrix-balancing/x0.npy");
  const auto csv = acgd_test::data_file("matrix-balancing/recorded/" + GetParam().name + ".csv");
  if (!matrix || !start || !csv) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";

  const Trace recorded = read_recorded(*csv);
  const auto f = acgd_test::matrix_balancing(acgd_test::read_npy(*matrix));
  const CustomSet upper_ties = box_with_upper_ties();
  const Box box(100, 1, 10);
  const bool has_ties = GetParam().name == "open-loop";
  const Oracle& set = has_ties ? static_cast<const Oracle&>(upper_ties) : box;
  const Result result = minimize(f, set, acgd_test::read_npy(*start).col(0),
                                 {.step = GetParam().rule(recorded.front()),
                                  .max_iterations = 3000,
                                  .gap_tolerance = 0,
                                  .optimal_value = kOptimum,
                                  .value_tolerance = 1e-5,
                                  .trace = true});

  EXPECT_EQ(result.counts.iterations, GetParam().iterations);
  ASSERT_GE(result.trace.size(), recorded.size());
  for (std::size_t k = 0; k < recorded.size(); ++k) {
    const std::string row = "row " + std::to_string(k);
    expect_close(result.trace[k].value, recorded[k].value, row + " value");
    expect_close(result.trace[k].gap, recorded[k].gap, row + " gap");
    expect_close(result.trace[k].step, recorded[k].step, row + " step");
    expect_close(result.trace[k].lipschitz, recorded[k].lipschitz, row + " lipschitz");
    EXPECT_EQ(result.trace[k].backtracks, recorded[k].backtracks) << row;
    if (HasFailure()) break;
  }
}

INSTANTIATE_TEST_SUITE_P(
    MatrixBalancing, RecordedRun,
    ::testing::Values(
        Recorded{"adaptive-constant", 228,
                 [](const Record& first) -> StepChoice {
                   return AdaptiveConstant{.initial_lipschitz = 4 * first_trial(first) - 1e-10};
                 }},
        Recorded{"adaptive-adjustable", 291,
                 [](const Record& first) -> StepChoice {
                   return AdaptiveAdjustable{.initial_lipschitz = 4 * first_trial(first) - 1e-10,
                                             .counting = Counting::published};
                 }},
        Recorded{"backtracking", 406,
                 [](const Record& first) -> StepChoice {
                   return Backtracking{.initial_lipschitz = first_trial(first) / 0.9};
                 }},
        Recorded{
            "short", 3000,
            [](const Record&) -> StepChoice { return Short{.lipschitz = 146109.36264244944}; }},
        Recorded{"open-loop", 3000, [](const Record&) -> StepChoice { return OpenLoop{}; }}),
    [](const auto& run) {
      std::string name = run.param.name;
      for (char& c : name) {
        if (c == '-') c = '_';
      }
      return name;
    });

}  // namespace
}  // namespace acgd
