// Simplified lines and their distance to the original points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/report/svg.hpp"
#include "report/path_data.hpp"

namespace acgd::report {
namespace {

/// The height of a line through points at x.
double height(const Points& line, double x) {
  const auto next = std::ranges::find_if(line, [&](const Point& p) { return p.x >= x; });
  if (next == line.begin()) return next->y;
  const Point &a = *(next - 1), &b = *next;
  return a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y);
}

TEST(Simplified, IsWithinToleranceOfAllPoints) {
  Points wave;
  for (int i = 0; i <= 2000; ++i) wave.push_back({0.1 * i, 20 * std::sin(0.01 * i)});
  for (const double tolerance : {0.1, 0.5, 2.0}) {
    const Points line = simplified(wave, tolerance);
    EXPECT_LT(line.size(), 200U);
    EXPECT_EQ(line.front().x, wave.front().x);
    EXPECT_EQ(line.back().x, wave.back().x);
    // Distances are measured perpendicular to the line, whose slope is at most 2.
    for (const Point& p : wave) EXPECT_LE(std::abs(height(line, p.x) - p.y), 3 * tolerance);
  }
  EXPECT_GT(simplified(wave, 0.1).size(), simplified(wave, 2).size());
}

TEST(Simplified, KeepsShortLinesAndEndsOfStraightOnes) {
  EXPECT_TRUE(simplified({}, 1).empty());
  EXPECT_EQ(simplified({{1, 2}, {3, 4}}, 9).size(), 2U);
  EXPECT_EQ(simplified({{0, 0}, {1, 1}, {2, 2}, {5, 5}}, 1e-9).size(), 2U);
  EXPECT_EQ(simplified({{0, 0}, {1, 9}, {2, 0}}, 1).size(), 3U);
}

TEST(TraceLine, BreaksAtValuesOutsideScale) {
  const Scale linear{0, 10, 0, 10, Growth::linear}, log{1, 100, 0, 10, Growth::logarithmic};
  const Line line = trace_line({{1, 1}, {2, 10}, {3, 0}, {4, 10}, {5, -1}}, linear, log);
  EXPECT_EQ(line.path, "M1 0l1 5");
  ASSERT_EQ(line.dots.size(), 1U);
  EXPECT_EQ(line.dots[0].x, 4);
}

TEST(TraceLine, RoundingErrorsDoNotAccumulate) {
  const Scale scale{-1000, 1000, -1000, 1000, Growth::linear};
  Points points;
  for (int i = 0; i < 3000; ++i) points.push_back({0.123 * i, 40 * std::sin(0.7 * i)});
  const Points drawn = acgd_test::points_of(trace_line(points, scale, scale).path);
  ASSERT_EQ(drawn.size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(drawn[i].x, points[i].x, 0.0501);
    EXPECT_NEAR(drawn[i].y, points[i].y, 0.0501);
  }
}

TEST(TraceBand, IsClosedAndEmptyWithoutWidth) {
  const Scale scale{0, 10, 0, 10, Growth::linear};
  EXPECT_EQ(trace_band({{0, 1}, {10, 1}}, {{0, 4}, {10, 6}}, scale, scale), "M0 4l10 2 0-5-10 0z");
  EXPECT_EQ(trace_band({{0, 1}, {10, 1}}, {{0, 1}, {10, 1}}, scale, scale), "");
  EXPECT_EQ(trace_band({}, {}, scale, scale), "");
}

}  // namespace
}  // namespace acgd::report
