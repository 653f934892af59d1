#include <gtest/gtest.h>

#include <vector>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

TEST(TimeLimit, HoldsWithinOneIteration) {
  constexpr double kLimit = 0.05;
  std::vector<double> seconds;
  const Result result = minimize(acgd_test::rosenbrock(50), Box(50, -2, 2), Vector::Zero(50),
                                 {.direction = FrankWolfe{},
                                  .step = [](Line&) { return 1e-9; },
                                  .max_iterations = 1'000'000'000,
                                  .time_limit = kLimit,
                                  .observer =
                                      [&](const Record& record) {
                                        seconds.push_back(record.seconds);
                                        return false;
                                      }});
  EXPECT_EQ(result.status, Status::time_limit);
  ASSERT_FALSE(seconds.empty());
  EXPECT_GE(seconds.back(), kLimit);
  // On a busy machine the first point may be late already.
  if (seconds.size() > 1) {
    EXPECT_LT(seconds[seconds.size() - 2], kLimit);
  }
}

}  // namespace
}  // namespace acgd
