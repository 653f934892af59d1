// The authors' own runs of matrix balancing, by the cursor that keeps the terms.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/oracle/box.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "acgd/step/backtracking.hpp"
#include "acgd/step/short_step.hpp"
#include "support/data.hpp"
#include "support/npy.hpp"

namespace acgd {
namespace {

constexpr double kOptimum = 480.28349931538526;
constexpr double kRelative = 1e-10;

/// The same formula, through the black box.
class PlainBalancing : public Objective {
 public:
  explicit PlainBalancing(const MatrixBalancing& f) : f_(f) {}
  Index dimension() const override { return f_.dimension(); }
  double value(const Vector& x) const override { return f_.value(x); }
  void gradient(const Vector& x, Vector& g) const override { f_.gradient(x, g); }

 private:
  const MatrixBalancing& f_;
};

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

double first_trial(const Record& first) { return first.lipschitz / std::pow(2, first.backtracks); }

StepChoice rule_of(const std::string& name, const Record& first) {
  const double adaptive = 4 * first_trial(first) - 1e-10;
  if (name == "adaptive-constant") return AdaptiveConstant{.initial_lipschitz = adaptive};
  if (name == "adaptive-adjustable") {
    return AdaptiveAdjustable{.initial_lipschitz = adaptive, .counting = Counting::published};
  }
  if (name == "backtracking") return Backtracking{.initial_lipschitz = first_trial(first) / 0.9};
  return Short{.lipschitz = 146109.36264244944};
}

void expect_close(double ours, double theirs, const std::string& what) {
  if (std::isnan(theirs)) return;
  EXPECT_NEAR(ours, theirs, kRelative * std::abs(theirs)) << what;
}

class RecordedBalancing : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedBalancing, IsReproducedByBothCursors) {
  const std::string name = GetParam();
  const auto matrix = acgd_test::data_file("matrix-balancing/A.npy");
  const auto start = acgd_test::data_file("matrix-balancing/x0.npy");
  const auto csv = acgd_test::data_file("matrix-balancing/recorded/" + name + ".csv");
  if (!matrix || !start || !csv) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";

  const Trace recorded = read_rows(*csv);
  const MatrixBalancing structured(acgd_test::read_npy(*matrix));
  const PlainBalancing plain(structured);
  for (const Objective* f :
       {static_cast<const Objective*>(&structured), static_cast<const Objective*>(&plain)}) {
    const Result result = minimize(*f, Box(100, 1, 10), acgd_test::read_npy(*start).col(0),
                                   {.step = rule_of(name, recorded.front()),
                                    .max_iterations = 3000,
                                    .gap_tolerance = 0,
                                    .optimal_value = kOptimum,
                                    .value_tolerance = 1e-5,
                                    .trace = true});
    ASSERT_GE(result.trace.size(), recorded.size());
    for (std::size_t k = 0; k < recorded.size() && !HasFailure(); ++k) {
      const std::string row = "row " + std::to_string(k);
      expect_close(result.trace[k].value, recorded[k].value, row + " value");
      expect_close(result.trace[k].gap, recorded[k].gap, row + " gap");
      expect_close(result.trace[k].step, recorded[k].step, row + " step");
      expect_close(result.trace[k].lipschitz, recorded[k].lipschitz, row + " lipschitz");
      EXPECT_EQ(result.trace[k].backtracks, recorded[k].backtracks) << row;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, RecordedBalancing,
                         ::testing::Values("adaptive-constant", "adaptive-adjustable",
                                           "backtracking", "short"),
                         [](const auto& run) {
                           std::string name = run.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

}  // namespace
}  // namespace acgd
