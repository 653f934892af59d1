// The reported counts of a run, compared with the calls of the function.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "support/not_finite.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

/// A function that counts its calls.
struct Counted {
  std::int64_t values = 0;
  std::int64_t gradients = 0;

  Function function(double (*value)(double), double (*slope)(double)) {
    return Function(
        1,
        [this, value](const Vector& x) {
          ++values;
          return value(x[0]);
        },
        [this, slope](const Vector& x, Vector& g) {
          ++gradients;
          g[0] = slope(x[0]);
        });
  }
};

/// Every value except f(x0) was a trial. Rules may request a value twice that is computed once.
void expect_all_counted(const Counted& counted, const Result& result) {
  EXPECT_EQ(result.counts.gradients, counted.gradients) << result.message;
  EXPECT_GE(1 + result.counts.trials, counted.values) << result.message;
  EXPECT_GT(counted.values + counted.gradients, 2);
}

std::vector<StepChoice> rules_with_trials() {
  return {AdaptiveConstant{}, AdaptiveAdjustable{}, Backtracking{}, LineSearch{}, Secant{}};
}

// f jumps up beside x0, contrary to its gradient: no step decreases it.
TEST(Counts, OfFailedStep) {
  for (const StepChoice& step : rules_with_trials()) {
    Counted counted;
    const Function f = counted.function([](double x) { return x == 0 ? 1.0 : 2.0 + x; },
                                        [](double x) { return x == 0 ? -1.0 : 1.0; });
    const Result result =
        minimize(f, Box(1, 0, 1), Vector::Zero(1),
                 {.direction = FrankWolfe{}, .step = step, .check_gradient = false});
    EXPECT_EQ(result.status, Status::stalled) << result.message;
    EXPECT_EQ(result.counts.iterations, 0);
    // One at x0; the others are those of the failed search.
    EXPECT_GE(result.counts.gradients + result.counts.trials, 10);
    expect_all_counted(counted, result);
  }
}

TEST(Counts, OfUnboundedStep) {
  for (const StepChoice& step : rules_with_trials()) {
    Counted counted;
    const Function f = counted.function([](double x) { return -x; }, [](double) { return -1.0; });
    const Result result =
        descend(f, L2Ball(1, 1.0), Vector::Zero(1), {.step = step, .check_gradient = false});
    EXPECT_EQ(result.status, Status::unbounded) << result.message;
    expect_all_counted(counted, result);
  }
}

TEST(Counts, OfInvalidStep) {
  Counted counted;
  const Function f =
      counted.function([](double x) { return x * x - 8 * x; }, [](double x) { return 2 * x - 8; });
  int iteration = 0;
  const auto step = [&](Line& line) {
    if (++iteration < 4) return 0.1;
    for (int k = 1; k <= 5; ++k) line.change(0.01 * k);
    line.slope(0.015);
    return kNaN;
  };
  const Result result = minimize(f, Box(1, 0, 2), Vector::Zero(1),
                                 {.direction = FrankWolfe{},
                                  .step = StepChoice(step),
                                  .gap_tolerance = 0,
                                  .check_gradient = false});
  EXPECT_EQ(result.status, Status::step_failed) << result.message;
  EXPECT_EQ(result.counts.iterations, 3);
  EXPECT_EQ(result.counts.trials, 5);
  EXPECT_EQ(result.counts.gradients, counted.gradients);
  EXPECT_EQ(result.counts.gradients, 4 + 1);  // one at each point, and the slope
  EXPECT_EQ(result.counts.oracle_calls, 4);
}

/// The l1 ball of radius 1, which counts its LMO calls.
class CountedBall final : public Oracle {
 public:
  explicit CountedBall(Index dimension) : ball_(dimension) {}
  std::string name() const override { return "counted ball"; }
  Index dimension() const override { return ball_.dimension(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override {
    ++calls;
    ball_.minimize(gradient, lmo);
  }
  Violation violation(ConstVectorRef x) const override { return ball_.violation(x); }

  mutable std::int64_t calls = 0;

 private:
  L1Ball ball_;
};

// A lazy rule does not call the LMO at every iterate: the number of records is not the count.
TEST(Counts, OfLmoCallsAreInEveryRecord) {
  const Index n = 12;
  Matrix q = Matrix::Identity(n, n);
  for (Index i = 0; i + 1 < n; ++i) q(i, i + 1) = q(i + 1, i) = 0.4;
  const Quadratic f(q, Vector::LinSpaced(n, -1, 0.5));
  for (const bool lazy : {false, true}) {
    const CountedBall set(n);
    std::vector<std::int64_t> calls;
    const Result result = minimize(f, set, Vector::Unit(n, 0),
                                   {.direction = BlendedPairwise{.lazy = lazy},
                                    .gap_tolerance = 1e-10,
                                    .trace = true,
                                    .observer = [&](const Record& record) {
                                      EXPECT_EQ(record.oracle_calls, set.calls) << lazy;
                                      calls.push_back(set.calls);
                                      return false;
                                    }});
    ASSERT_TRUE(is_converged(result.status)) << result.message;
    ASSERT_EQ(result.trace.size(), calls.size());
    for (std::size_t k = 0; k < calls.size(); ++k) {
      EXPECT_EQ(result.trace[k].oracle_calls, calls[k]);
      // No gap without a vertex.
      const auto before = k == 0 ? 0 : calls[k - 1];
      EXPECT_EQ(std::isnan(result.trace[k].gap), calls[k] == before) << k;
    }
    EXPECT_EQ(result.trace.back().oracle_calls, result.counts.oracle_calls);
    EXPECT_EQ(result.counts.oracle_calls < result.counts.iterations + 1, lazy);
  }
}

}  // namespace
}  // namespace acgd_test
