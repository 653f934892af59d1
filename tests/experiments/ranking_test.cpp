// Ranking of strategies, compared within each start.
#include "app/experiments/ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace acgd::experiments {
namespace {

constexpr double kNotReached = std::numeric_limits<double>::infinity();

std::vector<std::size_t> order(const Ranking& ranking) {
  std::vector<std::size_t> strategies;
  for (const Ranking::Place& place : ranking.places) strategies.push_back(place.strategy);
  return strategies;
}

TEST(Ranking, OfOneStartIsByCost) {
  const Ranking ranking = rank({{30}, {10}, {25}});
  EXPECT_EQ(ranking.starts, 1u);
  EXPECT_EQ(order(ranking), (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(ranking.places[0].factor, 1);
  EXPECT_EQ(ranking.places[0].first_from, 1u);
  EXPECT_EQ(ranking.places[2].factor, 3);
  EXPECT_EQ(ranking.places[2].first_from, 0u);
  EXPECT_EQ(ranking.lead.median, 2.5);
}

// By the medians of their costs, 20, 30 and 15, the last one would be first.
TEST(Ranking, ComparesWithinStart) {
  const Ranking ranking = rank({{10, 20, 40}, {12, 30, 44}, {11, 15, 80}});
  // Costs relative to the minimum: {1, 4/3, 1}, {1.2, 2, 1.1}, {1.1, 1, 2}.
  EXPECT_EQ(order(ranking), (std::vector<std::size_t>{0, 2, 1}));
  EXPECT_EQ(ranking.places[0].first_from, 2u);
  EXPECT_EQ(ranking.places[1].first_from, 1u);
  EXPECT_DOUBLE_EQ(ranking.places[2].factor, 1.2);
  // 11/10, 15/20, 80/40
  EXPECT_DOUBLE_EQ(ranking.lead.median, 1.1);
  EXPECT_DOUBLE_EQ(ranking.lead.lowest, 0.75);
  EXPECT_DOUBLE_EQ(ranking.lead.highest, 2);
}

// Scaling all costs of a start, as a slower machine would, changes nothing.
TEST(Ranking, DoesNotDependOnUnitOfStart) {
  const Ranking one = rank({{3, 7, 5}, {4, 6, 9}});
  const Ranking other = rank({{30, 0.7, 5}, {40, 0.6, 9}});
  EXPECT_EQ(order(one), order(other));
  EXPECT_DOUBLE_EQ(one.lead.median, other.lead.median);
}

TEST(Ranking, OmitsStrategiesThatFailFromMostStarts) {
  const Ranking ranking = rank({{5, kNotReached, kNotReached},
                                {kNotReached, 7, 8},
                                {9, 9, kNotReached},
                                {kNotReached, kNotReached, kNotReached}});
  EXPECT_EQ(ranking.starts, 3u);
  EXPECT_EQ(order(ranking), (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(ranking.places[0].first_from, 2u);
}

TEST(Ranking, IgnoresStartsFromWhichAllFail) {
  const Ranking ranking = rank({{5, kNotReached}, {10, kNotReached}});
  EXPECT_EQ(ranking.starts, 1u);
  EXPECT_EQ(order(ranking), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(ranking.lead.median, 2);
  EXPECT_TRUE(rank({{kNotReached}, {kNotReached}}).places.empty());
  EXPECT_TRUE(rank({}).places.empty());
}

TEST(Ranking, RequiresMargin) {
  const Ranking ranking = rank({{40}, {25}, {26}});
  EXPECT_EQ(order(ranking), (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(ranking.level_count(), 2u);
  EXPECT_TRUE(ranking.places[1].level);
  EXPECT_FALSE(ranking.places[2].level);
  EXPECT_EQ(rank({{25}, {26}}, 1.03).level_count(), 1u);
}

// From one of the starts the second one was before the first.
TEST(Ranking, HasNoWinnerIfStartsDisagree) {
  EXPECT_EQ(rank({{10, 20, 40}, {12, 30, 44}}).level_count(), 1u);
  EXPECT_EQ(rank({{10, 20, 40}, {12, 30, 36}}).level_count(), 2u);
}

// 1 s and 3 s in the median. The margin must hold for the slowest repetition of the one and the
// fastest of the other.
TEST(Ranking, OfTimesRequiresSeparateRepetitions) {
  const auto level = [](const Repeated& one, const Repeated& other) {
    return rank({{1}, {3}}, 2, {{one}, {other}}).level_count() == 2;
  };
  EXPECT_FALSE(level({0.9, 1.1}, {0.9, 1.5}));
  EXPECT_TRUE(level({0.9, 1.6}, {0.9, 1.1}));
  EXPECT_TRUE(level({0.9, 1.1}, {0.6, 1.1}));
  EXPECT_TRUE(level(kUnrepeated, {0.9, 1.1}));
  EXPECT_TRUE(level({0.9, 1.1}, kUnrepeated));
  // A strategy that never reaches the gap is behind, however often it was run.
  EXPECT_EQ(rank({{1}, {kNotReached}}, 2, {{kUnrepeated}, {kUnrepeated}}).places.size(), 1u);
}

TEST(Ranking, KeepsTies) {
  const Ranking ranking = rank({{4}, {3}, {3}});
  EXPECT_EQ(order(ranking), (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_EQ(ranking.places[1].factor, 1);
  EXPECT_EQ(ranking.places[1].first_from, 1u);
  EXPECT_EQ(ranking.lead.median, 1);
  // A strategy with a gap of 0 at the start has cost 0.
  EXPECT_EQ(rank({{0}, {0}}).lead.median, 1);
}

}  // namespace
}  // namespace acgd::experiments
