// Axes of charts: ranges, positions and ticks.
#include "app/report/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace acgd::report {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

Range range_of(std::initializer_list<double> values) {
  Range range;
  for (const double value : values) range.add(value);
  return range;
}

std::string labels(const Scale& scale, int wanted) {
  std::string result;
  for (const Tick& tick : ticks(scale, wanted)) result += tick.label + " ";
  return result;
}

TEST(Range, UsesFiniteValuesOnly) {
  EXPECT_TRUE(range_of({}).empty());
  EXPECT_TRUE(range_of({std::nan(""), INFINITY, -INFINITY}).empty());
  const Range range = range_of({3, std::nan(""), -2, INFINITY});
  EXPECT_EQ(range.low(), -2);
  EXPECT_EQ(range.high(), 3);
}

TEST(Scale, MapsEndsToEnds) {
  const Scale linear = tight(range_of({2, 6}), 10, 110, Growth::linear);
  EXPECT_DOUBLE_EQ(linear(2), 10);
  EXPECT_DOUBLE_EQ(linear(3), 35);
  EXPECT_DOUBLE_EQ(linear(6), 110);
  const Scale log = tight(range_of({1e-4, 1}), 100, 0, Growth::logarithmic);
  EXPECT_NEAR(log(1e-2), 50, 1e-9);
  EXPECT_FALSE(log.shows(0));
  EXPECT_FALSE(log.shows(-1));
  EXPECT_FALSE(log.shows(std::nan("")));
  EXPECT_TRUE(linear.shows(-1));
}

TEST(Scale, IsFiniteForAnyRange) {
  for (const Growth growth : {Growth::linear, Growth::logarithmic}) {
    for (const auto& values : {std::pair{1.0, 1.0},
                               {5e-324, kLargest},
                               {5e-324, 5e-324},
                               {kLargest, kLargest},
                               {1.0, 1 + 1e-15},
                               {1e-9, 1e9}}) {
      const Scale scale = padded(range_of({values.first, values.second}), 0, 100, growth);
      EXPECT_LT(scale.low, scale.high);
      for (const double value : {values.first, values.second}) {
        EXPECT_GE(scale(value), 0);
        EXPECT_LE(scale(value), 100);
      }
      EXPECT_LE(ticks(scale, 6).size(), 12U);
    }
  }
  const Scale zero = padded(range_of({0}), 0, 100, Growth::linear);
  EXPECT_DOUBLE_EQ(zero(0), 50);
  const Scale wide = padded(range_of({-kLargest, kLargest}), 0, 100, Growth::linear);
  EXPECT_NEAR(wide(0), 50, 1e-9);
}

TEST(Ticks, AreRound) {
  EXPECT_EQ(labels({.low = 0, .high = 3000}, 5), "0 1000 2000 3000 ");
  EXPECT_EQ(labels({.low = -0.1, .high = 1.05}, 5), "0 0.5 1.0 ");
  EXPECT_EQ(labels({.low = 0, .high = 4e-5}, 4), "0 1·10⁻⁵ 2·10⁻⁵ 3·10⁻⁵ 4·10⁻⁵ ");
  EXPECT_EQ(labels({.low = 0, .high = 7e6}, 4), "0 2·10⁶ 4·10⁶ 6·10⁶ ");
}

TEST(Ticks, ArePowersOfTenOnLogarithmicScale) {
  Scale scale{.low = 2e-4, .high = 30, .growth = Growth::logarithmic};
  EXPECT_EQ(labels(scale, 6), "10⁻³ 10⁻² 10⁻¹ 10⁰ 10¹ ");
  EXPECT_EQ(labels(scale, 3), "10⁻² 10⁰ ");
  scale.low = 3;
  EXPECT_EQ(labels(scale, 6), "5 10 20 ");
  scale = {.low = 3.1, .high = 3.9, .growth = Growth::logarithmic};
  EXPECT_EQ(labels(scale, 4), "3.2 3.4 3.6 3.8 ");
  scale = {.low = 1e-12, .high = 30, .growth = Growth::logarithmic};
  EXPECT_EQ(labels(scale, 5), "10⁻¹² 10⁻⁹ 10⁻⁶ 10⁻³ 10⁰ ");
}

}  // namespace
}  // namespace acgd::report
