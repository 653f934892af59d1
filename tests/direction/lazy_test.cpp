// Rules that call the LMO only if no active atom gives enough decrease.
#include <gtest/gtest.h>

#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "direction/polytopes.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

/// The point of the simplex nearest to one whose first half is above its second: 20 non-zeros.
PolytopeProblem wide() {
  const Vector c = Vector::NullaryExpr(
      40, [](Index i) { return (i < 20 ? 1 : 0) + 0.02 * std::sin(static_cast<double>(3 * i)); });
  PolytopeProblem problem =
      nearest("wide", std::make_shared<Simplex>(40), c, project_to_simplex(c, 1));
  problem.q = well_conditioned(40);
  problem.b = -problem.q * problem.solution;  // makes problem.solution the solution for this q
  return problem;
}

Result solve_with(const DirectionChoice& direction, Options options = {}) {
  const PolytopeProblem problem = wide();
  options.direction = direction;
  options.max_iterations = 5000;
  options.gap_tolerance = 1e-10;
  options.trace = true;
  return minimize(problem.f(), *problem.set, problem.x0, options);
}

TEST(Lazy, CallsLmoLessAndEndsByGap) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Result eager = solve_with(active_set_rules(false)[k]);
    const Result lazy = solve_with(active_set_rules(true)[k]);
    EXPECT_EQ(eager.counts.oracle_calls, eager.counts.iterations + 1);
    EXPECT_EQ(lazy.status, Status::gap_reached) << lazy.message;
    EXPECT_LE(3 * lazy.counts.oracle_calls, lazy.counts.iterations);
    EXPECT_LE(2 * lazy.counts.oracle_calls, eager.counts.oracle_calls);
    EXPECT_LE(lazy.gap, 1e-10);
    EXPECT_NEAR(lazy.value, eager.value, 2e-10);
  }
}

TEST(Lazy, TraceHasGapOnlyAtLmoCalls) {
  for (const DirectionChoice& direction : active_set_rules(true)) {
    const Result result = solve_with(direction);
    const auto calls = std::count_if(result.trace.begin(), result.trace.end(),
                                     [](const Record& r) { return !std::isnan(r.gap); });
    EXPECT_EQ(calls, result.counts.oracle_calls);
    EXPECT_FALSE(std::isnan(result.trace.front().gap));
    EXPECT_FALSE(std::isnan(result.trace.back().gap));
  }
}

// Steps without decrease alternate between active atoms: the LMO is still called at least once per
// 100 iterations.
TEST(Lazy, LmoIsCalledRegularly) {
  for (const DirectionChoice& direction : active_set_rules(true)) {
    const Result result = solve_with(direction, {.step = Fixed{.length = 0.02}});
    Index without_call = 0, longest = 0;
    for (const Record& record : result.trace) {
      without_call = std::isnan(record.gap) ? without_call + 1 : 0;
      longest = std::max(longest, without_call);
    }
    EXPECT_LE(longest, 100);
  }
}

TEST(Lazy, ResumedRunCallsLmoAtSameIterations) {
  const PolytopeProblem problem = wide();
  const auto run = [&](Options options) {
    options.direction = BlendedPairwise{.lazy = true};
    return minimize(problem.f(), *problem.set, problem.x0, options);
  };
  const Options options{.step = Fixed{.length = 0.02}, .max_iterations = 500, .gap_tolerance = 0};
  const Result whole = run(options);
  EXPECT_LT(10 * whole.counts.oracle_calls, whole.counts.iterations);
  for (const Index cut : {130, 250, 333}) {
    EXPECT_TRUE(same_bits(resumed_at(cut, options, run), whole)) << cut;
  }
}

// The gap at x0 is 1, so the bar Phi is 1/2, and at x1 active atoms are enough from Phi/2 on. There
// the best of them has slope 0, the worst `descent`.
TEST(Lazy, ActiveAtomsAreEnoughFromQuarterOfFirstGap) {
  const auto calls = [](double descent) {
    const Function field(
        3, [](const Vector&) { return 0.0; },
        [descent](const Vector& x, Vector& g) {
          const double first = x[2] == 0 ? 1 : 0;
          g << first, first + (1 - first) * descent, 0;
        });
    const Result result = minimize(field, Simplex(3), Vector{{0.5, 0.5, 0}},
                                   {.direction = Pairwise{.lazy = true},
                                    .step = Fixed{.length = 0.1},
                                    .max_iterations = 1,
                                    .gap_tolerance = 0,
                                    .check_gradient = false});
    return result.counts.oracle_calls;
  };
  EXPECT_EQ(calls(0.26), 1);
  EXPECT_EQ(calls(0.24), 2);
}

// At the limit of precision the LMO confirms that there is no progress.
TEST(Lazy, RunToPrecisionLimitEndsWithGap) {
  const PolytopeProblem problem = wide();
  for (const DirectionChoice& direction : active_set_rules(true)) {
    const Result result = minimize(problem.f(), *problem.set, problem.x0,
                                   {.direction = direction,
                                    .step = LineSearch{},
                                    .max_iterations = 100000,
                                    .gap_tolerance = 0,
                                    .relative_gap_tolerance = 0});
    EXPECT_EQ(result.status, Status::precision_limit) << result.message;
    EXPECT_LE(result.best_gap, 1e-14) << direction.name();
    EXPECT_LE(problem.value(result.x) - problem.optimum(), 1e-14) << direction.name();
  }
}

}  // namespace
}  // namespace acgd_test
