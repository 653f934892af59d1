// The race chart: every mark is visible, also those of equal cost.
#include "app/report/race.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>

#include "app/report/svg.hpp"
#include "report/reports.hpp"
#include "report/xml.hpp"

namespace acgd::report {
namespace {

const std::vector<std::string> kNames = {"a", "b", "c", "d"};

Race race_of(const std::vector<std::vector<double>>& costs) {
  Race race{"A race", "iterations", {}};
  for (const std::vector<double>& row : costs) {
    race.rows.push_back({"goal", {}});
    for (std::size_t i = 0; i < row.size(); ++i) {
      race.rows.back().marks.push_back({kNames[i], row[i]});
    }
  }
  return race;
}

/// Positions of the marks of a chart, in their order.
std::vector<std::pair<double, double>> marks_of(const std::string& svg) {
  static const std::regex mark(
      "class=\"(?:paint|ink)-[0-9] curve-[0-9]\" d=\"M([0-9.]+) ([0-9.]+)");
  std::vector<std::pair<double, double>> marks;
  for (std::sregex_iterator it(svg.begin(), svg.end(), mark), end; it != end; ++it) {
    marks.emplace_back(std::stod((*it)[1]), std::stod((*it)[2]));
  }
  return marks;
}

TEST(Race, AxisLabelsDoNotOverlap) {
  static const std::regex label("<text x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>([0-9.]+)</text>");
  for (const Canvas& canvas : {kWideCanvas, kNarrowCanvas}) {
    for (double low = 1; low < 2000; low *= 1.3) {
      for (const double ratio : {1.5, 3.0, 8.0, 30.0, 700.0, 3e4}) {
        const double never = std::numeric_limits<double>::infinity();
        const std::string svg =
            draw_race(race_of({{low, ratio * low, never, never}}), kNames, canvas);
        double end = 0;
        int labels = 0;
        for (std::sregex_iterator it(svg.begin(), svg.end(), label), none; it != none; ++it) {
          const double half = text_width((*it)[3].str(), canvas.font) / 2;
          EXPECT_GT(std::stod((*it)[1]) - half, end) << (*it)[3] << " in " << low << " " << ratio;
          end = std::stod((*it)[1]) + half;
          ++labels;
        }
        if (ratio < 100) {
          EXPECT_GE(labels, 1) << low << " " << ratio;
        }
      }
    }
  }
}

TEST(Race, MarksDoNotOverlap) {
  for (const Canvas& canvas : {kWideCanvas, kNarrowCanvas}) {
    const std::string svg =
        draw_race(race_of({{7, 7, 7, 7}, {7, 7.01, 700, 7}, {1, 10, 100, 1000}}), kNames, canvas);
    EXPECT_EQ(acgd_test::xml_complaint(svg), "");
    const auto marks = marks_of(svg);
    ASSERT_EQ(marks.size(), 12U);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double dx = marks[i].first - marks[j].first, dy = marks[i].second - marks[j].second;
        EXPECT_GE(std::max(std::abs(dx), std::abs(dy)), 9.9) << i << " and " << j;
      }
    }
    // Marks of equal cost are stacked at the same position.
    for (std::size_t i = 1; i < 4; ++i) EXPECT_EQ(marks[i].first, marks[0].first);
    // Separate marks are on one line.
    for (std::size_t i = 9; i < 12; ++i) EXPECT_EQ(marks[i].second, marks[8].second);
  }
}

TEST(Race, UnreachedMarksAreAtEnd) {
  const double never = std::numeric_limits<double>::infinity();
  const std::string svg = draw_race(race_of({{1, never, 10, never}}), kNames, kWideCanvas);
  const auto marks = marks_of(svg);
  ASSERT_EQ(marks.size(), 4U);
  EXPECT_GT(marks[1].first, marks[2].first);
  EXPECT_GT(marks[3].first, marks[1].first + 9);
  EXPECT_EQ(acgd_test::count(svg, ": not reached</title>"), 2U);
}

}  // namespace
}  // namespace acgd::report
