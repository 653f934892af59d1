#include <gtest/gtest.h>

#include <algorithm>

#include "app/experiments/synthetic.hpp"

namespace acgd::experiments {
namespace {

TEST(Random, SeedAndPurposeDetermineBits) {
  EXPECT_EQ(Random("a", 7).gaussian_matrix(20, 30), Random("a", 7).gaussian_matrix(20, 30));
  EXPECT_NE(Random("a", 7).gaussian_vector(9), Random("a", 8).gaussian_vector(9));
  EXPECT_NE(Random("a", 7).gaussian_vector(9), Random("b", 7).gaussian_vector(9));
}

TEST(Random, UniformNumbersFillInterval) {
  const Vector drawn = Random("uniform", 1).uniform_vector(100000, -10, 10);
  EXPECT_GE(drawn.minCoeff(), -10);
  EXPECT_LT(drawn.maxCoeff(), 10);
  EXPECT_NEAR(drawn.mean(), 0, 0.1);
  EXPECT_NEAR(drawn.squaredNorm() / 100000, 100.0 / 3, 0.5);
}

TEST(Random, GaussianNumbersHaveNormalMoments) {
  const Vector drawn = Random("gaussian", 1).gaussian_vector(100000);
  EXPECT_NEAR(drawn.mean(), 0, 0.02);
  EXPECT_NEAR(drawn.array().square().mean(), 1, 0.02);
  EXPECT_NEAR(drawn.array().cube().mean(), 0, 0.05);
  EXPECT_NEAR(drawn.array().pow(4).mean(), 3, 0.15);
  const double outside = static_cast<double>((drawn.array().abs() > 1.959964).count()) / 100000;
  EXPECT_NEAR(outside, 0.05, 0.003);
}

TEST(Random, ChosenIndicesAreAscendingAndDistinct) {
  Random random("choose", 3);
  const auto chosen = random.choose(12, 10);
  ASSERT_EQ(chosen.size(), 10u);
  EXPECT_TRUE(std::ranges::is_sorted(chosen));
  EXPECT_EQ(std::ranges::adjacent_find(chosen), chosen.end());
  EXPECT_GE(chosen.front(), 0);
  EXPECT_LT(chosen.back(), 12);
  EXPECT_EQ(random.choose(5, 5), (std::vector<Index>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace acgd::experiments
