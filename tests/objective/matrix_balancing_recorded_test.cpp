// The authors' own runs of matrix balancing, by the specialised cursor.
#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "support/data.hpp"
#include "support/npy.hpp"
#include "support/recorded.hpp"

namespace acgd {
namespace {

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

class RecordedBalancing : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedBalancing, IsReproducedByBothCursors) {
  const std::string name = GetParam();
  const auto matrix = acgd_test::data_file("matrix-balancing/A.npy");
  const auto start = acgd_test::data_file("matrix-balancing/x0.npy");
  const auto csv = acgd_test::data_file("matrix-balancing/recorded/" + name + ".csv");
  if (!matrix || !start || !csv) GTEST_SKIP() << "recorded runs are not at ACGD_DATA";

  const Trace recorded = acgd_test::read_recorded(*csv);
  const MatrixBalancing structured(acgd_test::read_npy(*matrix));
  const PlainBalancing plain(structured);
  for (const Objective* f :
       {static_cast<const Objective*>(&structured), static_cast<const Objective*>(&plain)}) {
    const Result result = minimize(*f, Box(100, 1, 10), acgd_test::read_npy(*start).col(0),
                                   {.direction = FrankWolfe{},
                                    .step = acgd_test::recorded_rule(name, recorded.front()),
                                    .max_iterations = 3000,
                                    .gap_tolerance = 0,
                                    .optimal_value = acgd_test::kBalancingOptimum,
                                    .value_tolerance = 1e-5,
                                    .trace = true});
    acgd_test::expect_recorded(result.trace, recorded);
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, RecordedBalancing,
                         ::testing::Values("adaptive-constant", "adaptive-adjustable",
                                           "backtracking", "short"),
                         [](const auto& run) { return acgd_test::test_name(run.param); });

}  // namespace
}  // namespace acgd
