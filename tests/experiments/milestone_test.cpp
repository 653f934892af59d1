// The cost of reaching a gap, and statistics over several starts.
#include <gtest/gtest.h>

#include <cmath>

#include "app/experiments/ranking.hpp"

namespace acgd::experiments {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Record row(Index iteration, double gap, std::int64_t oracle_calls) {
  return {.iteration = iteration,
          .seconds = 0.5 * static_cast<double>(iteration),
          .gap = gap,
          .oracle_calls = oracle_calls};
}

TEST(Milestone, IsFirstRowWithGap) {
  // A lazy rule does not call the LMO at every iterate; a gap may increase again.
  const Trace trace = {row(0, 8, 1), row(1, std::nan(""), 1), row(2, 2, 3), row(3, 5, 4),
                       row(4, 1, 6)};
  const Spent spent = spent_until(trace, 2);
  EXPECT_EQ(spent.iterations, 2);
  EXPECT_EQ(spent.oracle_calls, 3);
  EXPECT_EQ(spent.seconds, 1);
  EXPECT_EQ(spent_until(trace, 8).iterations, 0);
  EXPECT_EQ(spent_until(trace, 1.5).oracle_calls, 6);
}

TEST(Milestone, IsInfiniteIfNeverReached) {
  for (const double gap : {0.5, std::nan("")}) {
    const Spent spent = spent_until({row(0, 8, 1), row(1, std::nan(""), 2), row(2, 1, 3)}, gap);
    EXPECT_EQ(spent.iterations, kInfinite);
    EXPECT_EQ(spent.oracle_calls, kInfinite);
    EXPECT_EQ(spent.seconds, kInfinite);
  }
  EXPECT_EQ(spent_until({}, 1).seconds, kInfinite);
}

TEST(Spread, HasMedianMinimumAndMaximum) {
  const Spread odd = spread_of({5, 1, 9});
  EXPECT_EQ(odd.median, 5);
  EXPECT_EQ(odd.lowest, 1);
  EXPECT_EQ(odd.highest, 9);
  EXPECT_EQ(spread_of({4, 1, 2, 9}).median, 3);
  EXPECT_EQ(spread_of({7}).median, 7);
}

TEST(Spread, CountsUnreachedAsMaximum) {
  EXPECT_EQ(spread_of({kInfinite, 2, 3}).median, 3);
  EXPECT_EQ(spread_of({kInfinite, 2, 3}).highest, kInfinite);
  EXPECT_EQ(spread_of({kInfinite, 2}).median, kInfinite);
  EXPECT_EQ(spread_of({kInfinite, kInfinite}).median, kInfinite);
}

TEST(Spread, OfRatiosIsInverseOfInverseRatios) {
  EXPECT_DOUBLE_EQ(spread_of_ratios({0.5, 8}).median, 2);
  EXPECT_DOUBLE_EQ(spread_of_ratios({2, 0.125}).median, 0.5);
  EXPECT_EQ(spread_of_ratios({3, 0.1, 7}).median, 3);
}

TEST(Spread, IgnoresNaN) {
  EXPECT_EQ(spread_of({std::nan(""), 2, 4, 3}).median, 3);
  EXPECT_TRUE(std::isnan(spread_of({std::nan("")}).median));
  EXPECT_TRUE(std::isnan(spread_of({}).lowest));
}

}  // namespace
}  // namespace acgd::experiments
