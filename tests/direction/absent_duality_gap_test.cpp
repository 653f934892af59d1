// A rule that calls the LMO only at every third iteration: the others have no duality gap.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "direction/every_third.hpp"
#include "support/not_finite.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

const Vector kTarget{{2, 3, 3.5}};
constexpr double kStep = 0.02;
constexpr Index kIterations = 13;

/// ||x - target||^2 over the simplex: the minimum is at (0, 0.25, 0.75), and near e_0 every short
/// step toward e_1 or e_2 decreases f.
Function distance() {
  return Function(
      3, [](const Vector& x) { return (x - kTarget).squaredNorm(); },
      [](const Vector& x, Vector& g) { g = 2 * (x - kTarget); });
}

Result run(Options options) {
  options.direction = EveryThird{.first = Vector::Unit(3, 1)};
  return minimize(distance(), Simplex(3), Vector::Unit(3, 0), options);
}

Options short_steps() {
  return {.step = Fixed{.length = kStep},
          .max_iterations = kIterations,
          .gap_tolerance = 0,
          .check_gradient = false,
          .trace = true};
}

TEST(AbsentDualityGap, TraceHasGapOnlyAtLmoCalls) {
  const Result result = run(short_steps());
  ASSERT_EQ(result.status, Status::iteration_limit) << result.message;
  ASSERT_EQ(result.trace.size(), std::size_t(kIterations + 1));
  // The same iterates, computed by hand.
  Vector x = Vector::Unit(3, 0), v = Vector::Unit(3, 1);
  double smallest = kInfinity;
  for (const Record& record : result.trace) {
    const Vector g = 2 * (x - kTarget);
    if (record.iteration % 3 == 2) {
      Index best = 0;
      const double least = g.minCoeff(&best);
      v = Vector::Unit(3, best);
      EXPECT_NEAR(record.gap, g.dot(x) - least, 1e-12) << record.iteration;
      smallest = std::min(smallest, g.dot(x) - least);
    } else {
      EXPECT_TRUE(std::isnan(record.gap)) << record.iteration << ": " << record.gap;
    }
    EXPECT_NEAR(record.value, (x - kTarget).squaredNorm(), 1e-12) << record.iteration;
    x += kStep * (v - x);
  }
  EXPECT_EQ(result.counts.oracle_calls, 4);  // at 2, 5, 8 and 11
  EXPECT_TRUE(std::isnan(result.gap));
  EXPECT_NEAR(result.best_gap, smallest, 1e-12);
  EXPECT_EQ(result.message, "13 iterations");
}

TEST(AbsentDualityGap, GapToleranceNeedsGap) {
  Options easy = short_steps();
  easy.gap_tolerance = 1e9;
  const Result absolute = run(easy);
  EXPECT_EQ(absolute.status, Status::gap_reached);
  EXPECT_EQ(absolute.counts.iterations, 2);
  EXPECT_EQ(absolute.gap, absolute.best_gap);
  easy.gap_tolerance = 0;
  easy.relative_gap_tolerance = 1e9;
  EXPECT_EQ(run(easy).counts.iterations, 2);
}

TEST(AbsentDualityGap, OtherTolerancesEndRunWithoutGap) {
  Options known = short_steps();
  const double after_one_step = run(known).trace[1].value;
  known.optimal_value = after_one_step;
  const Result result = run(known);
  EXPECT_EQ(result.status, Status::value_reached);
  EXPECT_EQ(result.counts.iterations, 1);
  EXPECT_TRUE(std::isnan(result.gap));
  EXPECT_EQ(result.best_gap, kInfinity);
}

// The target of the direction stays the same, so the second line search makes no progress.
TEST(AbsentDualityGap, StallMessageDoesNotMentionGap) {
  Options exact = short_steps();
  exact.step = LineSearch{};
  const Result result = run(exact);
  EXPECT_EQ(result.status, Status::stalled);
  EXPECT_EQ(result.message.find("gap"), std::string::npos) << result.message;
}

TEST(AbsentDualityGap, NonFiniteDirectionalDerivativeEndsRun) {
  const Function broken(
      3, [](const Vector& x) { return x.sum(); },
      [](const Vector&, Vector& g) { g.setConstant(kNaN); });
  const Result result =
      minimize(broken, Simplex(3), Vector::Unit(3, 0),
               {.direction = EveryThird{.first = Vector::Unit(3, 1)}, .check_gradient = false});
  EXPECT_EQ(result.status, Status::non_finite) << result.message;
  EXPECT_EQ(result.counts.oracle_calls, 0);
}

TEST(AbsentDualityGap, ResumedRunsGiveSameBits) {
  const Result whole = run(short_steps());
  for (Index cut = 1; cut < kIterations; ++cut) {
    const Result resumed = resumed_at(cut, short_steps(), run);
    EXPECT_TRUE(same_bits(resumed, whole)) << cut;
    ASSERT_EQ(resumed.trace.size(), whole.trace.size()) << cut;
    for (std::size_t k = 0; k < whole.trace.size(); ++k) {
      EXPECT_EQ(std::isnan(resumed.trace[k].gap), std::isnan(whole.trace[k].gap)) << cut;
      EXPECT_EQ(resumed.trace[k].value, whole.trace[k].value) << cut;
    }
  }
}

}  // namespace
}  // namespace acgd_test
