// Same input, same bits: run to run, observed or not, traced or not.
#include <gtest/gtest.h>

#include <cstring>

#include "acgd/oracle/box.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/oracle/linf_ball.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "acgd/step/backtracking.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/secant.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0;
}

class SameBits : public ::testing::TestWithParam<std::pair<const char*, StepChoice>> {
 protected:
  Result constrained(Options options) const {
    options.step = GetParam().second;
    options.max_iterations = 200;
    return minimize(acgd_test::rosenbrock(7), L1Ball(7, 3.0), Vector::Zero(7), options);
  }
  Result unconstrained(Options options) const {
    options.step = GetParam().second;
    options.max_iterations = 200;
    return descend(acgd_test::rosenbrock(7), LinfBall(7, 1.0), Vector::Zero(7), options);
  }
};

TEST_P(SameBits, RunToRunQuietObservedAndTraced) {
  int seen = 0;
  const Options observed{.observer = [&](const Record&) { return ++seen < 0; }};
  const Result quiet = constrained({});
  EXPECT_TRUE(same_bits(quiet.x, constrained({}).x));
  EXPECT_TRUE(same_bits(quiet.x, constrained({.trace = true}).x));
  EXPECT_TRUE(same_bits(quiet.x, constrained(observed).x));
  EXPECT_EQ(seen, quiet.counts.iterations + 1);
  EXPECT_EQ(quiet.status, constrained(observed).status);

  const Result free = unconstrained({});
  EXPECT_TRUE(same_bits(free.x, unconstrained({.trace = true}).x));
  EXPECT_TRUE(same_bits(free.x, unconstrained(observed).x));
}

INSTANTIATE_TEST_SUITE_P(Rules, SameBits,
                         ::testing::Values(std::pair{"adaptive_constant", AdaptiveConstant{}},
                                           std::pair{"adaptive_adjustable", AdaptiveAdjustable{}},
                                           std::pair{"backtracking", Backtracking{}},
                                           std::pair{"line_search", LineSearch{}},
                                           std::pair{"secant", Secant{}}),
                         [](const auto& rule) { return rule.param.first; });

}  // namespace
}  // namespace acgd
