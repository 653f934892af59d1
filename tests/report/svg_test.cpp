// Charts: well-formed, complete, and with everything inside the frame.
#include "app/report/svg.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>

#include "app/report/report.hpp"
#include "report/path_data.hpp"
#include "report/reports.hpp"
#include "report/xml.hpp"

namespace acgd::report {
namespace {

using acgd_test::count;
using acgd_test::report_of;
using acgd_test::section_of;
using acgd_test::trace_of;
using acgd_test::xml_complaint;

/// All points of path data, and the centres of circles.
Points coordinates(const std::string& svg) {
  static const std::regex drawn(R"rx( d="([^"]*)"|cx="(-?[\d.]+)" cy="(-?[\d.]+)")rx");
  Points result;
  for (std::sregex_iterator it(svg.begin(), svg.end(), drawn), end; it != end; ++it) {
    if ((*it)[2].matched) {
      result.push_back({std::stod((*it)[2]), std::stod((*it)[3])});
    } else {
      for (const Point& p : acgd_test::points_of((*it)[1])) result.push_back(p);
    }
  }
  return result;
}

void expect_sound(const std::string& svg) {
  EXPECT_EQ(xml_complaint(svg), "") << svg.substr(0, 2000);
  std::smatch box;
  ASSERT_TRUE(std::regex_search(svg, box, std::regex(R"rx(viewBox="0 0 (\d+) (\d+)")rx")));
  for (const auto& [x, y] : coordinates(svg)) {
    EXPECT_TRUE(x >= 0 && x <= std::stod(box[1]) && y >= 0 && y <= std::stod(box[2]))
        << x << " " << y;
  }
  for (const char* part : {"nan", "inf", "<script", "href", "style"}) {
    EXPECT_EQ(svg.find(part), svg.npos) << part;
  }
}

TEST(Svg, HasChartsForEachSection) {
  Section other = section_of({{"a", trace_of({2, 1})}});
  other.name = "../video flow";
  const auto pictures = to_svg(report_of({section_of({{"a", trace_of({2, 1})}}), other, other}));
  std::string names;
  for (const Picture& picture : pictures) names += picture.name + " ";
  EXPECT_EQ(names,
            "lasso-gap.svg lasso-value.svg lasso-lipschitz.svg lasso-time.svg "
            "section..-video-flow-gap.svg section..-video-flow-value.svg "
            "section..-video-flow-lipschitz.svg section..-video-flow-time.svg "
            "section..-video-flow-2-gap.svg section..-video-flow-2-value.svg "
            "section..-video-flow-2-lipschitz.svg section..-video-flow-2-time.svg ");
}

TEST(Svg, OmitsMeaninglessTimes) {
  acgd::Trace brief = trace_of({3, 2, 1});
  for (acgd::Record& record : brief) record.seconds *= 1e-3;
  EXPECT_EQ(to_svg(report_of({section_of({{"a", brief}})})).back().name, "lasso-lipschitz.svg");
  for (acgd::Record& record : brief) record.lipschitz = std::nan("");
  EXPECT_EQ(to_svg(report_of({section_of({{"a", brief}})})).back().name, "lasso-value.svg");
}

TEST(Svg, NamesAxesAndCurvesInText) {
  Section section = section_of({{"short step", trace_of({2, 1})}, {"adaptive", trace_of({3, 1})}});
  auto pictures = to_svg(report_of({section}));
  EXPECT_NE(pictures[0].svg.find(">iteration</text>"), std::string::npos);
  EXPECT_NE(pictures[0].svg.find(">gap</text>"), std::string::npos);
  EXPECT_NE(pictures[1].svg.find(">f \u2212 lowest f seen</text>"), std::string::npos);
  EXPECT_NE(pictures[2].svg.find(">L</text>"), std::string::npos);
  EXPECT_NE(pictures[3].svg.find(">seconds</text>"), std::string::npos);
  section.optimal_value = 0;
  pictures = to_svg(report_of({section}));
  EXPECT_NE(pictures[1].svg.find(">f \u2212 f*</text>"), std::string::npos);
  for (const Picture& picture : pictures) {
    EXPECT_NE(picture.svg.find(">short step</text>"), std::string::npos);
    EXPECT_NE(picture.svg.find("stroke-dasharray"), std::string::npos);
  }
}

TEST(Svg, IsWellFormedForAnyNumbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  const double nan = std::nan("");
  for (const std::vector<double>& gaps :
       std::vector<std::vector<double>>{{},
                                        {1},
                                        {0},
                                        {-1, -2},
                                        {nan, nan},
                                        {infinity, 1, -infinity},
                                        {1, nan, 2, 0, 3, -1, 4, 5},
                                        {largest, 5e-324},
                                        {-largest, largest},
                                        std::vector<double>(20000, 7.0)}) {
    for (const Growth growth : {Growth::logarithmic, Growth::linear}) {
      const Report report = report_of({section_of({{"a", trace_of(gaps)}})});
      for (const Picture& picture : to_svg(report, growth)) expect_sound(picture.svg);
    }
  }
}

/// The line of the only curve of a chart.
Points line_of(const std::string& svg) {
  std::smatch path;
  EXPECT_TRUE(std::regex_search(svg, path, std::regex("class=\"ink-0\"[^>]* d=\"([^\"]*)\"")));
  return acgd_test::points_of(path[1]);
}

TEST(Svg, DrawsBestGapSoFar) {
  std::vector<double> gaps;
  for (int k = 0; k < 3000; ++k) gaps.push_back((k % 7 == 0 ? 1.0 : 30.0) / (1 + k / 50));
  gaps[100] = std::nan("");
  gaps[101] = -1;  // rounding error
  const Points line = line_of(to_svg(report_of({section_of({{"a", trace_of(gaps)}})}))[0].svg);
  ASSERT_GT(line.size(), 5U);
  for (std::size_t i = 1; i < line.size(); ++i) {
    EXPECT_GE(line[i].x, line[i - 1].x);
    EXPECT_GE(line[i].y, line[i - 1].y) << "down the page, never up";
  }
}

TEST(Svg, LineEndsWhereNothingIsLeftToShow) {
  // The lowest value, of iterations 50 to 100, has no position on a logarithmic axis.
  std::vector<double> gaps;
  for (int k = 0; k <= 100; ++k) gaps.push_back(std::max(0, 50 - k));
  const auto pictures = to_svg(report_of({section_of({{"a", trace_of(gaps)}})}));
  EXPECT_NEAR(line_of(pictures[1].svg).back().x, 62 + 326 * std::log(49) / std::log(100), 2);
}

/// The steepest slope of log f over log k in a chart with two logarithmic axes.
double steepest(const std::string& svg) {
  std::smatch x, y;
  const std::string ends = "=\"([0-9.]+) ([0-9.]+) ([0-9.e+-]+) ([0-9.e+-]+) log\"";
  EXPECT_TRUE(std::regex_search(svg, x, std::regex("data-x" + ends)));
  EXPECT_TRUE(std::regex_search(svg, y, std::regex("data-y" + ends)));
  const auto unit = [](const std::smatch& m) {  // decades per unit of the view box
    return (std::log10(std::stod(m[4])) - std::log10(std::stod(m[3]))) /
           (std::stod(m[2]) - std::stod(m[1]));
  };
  const Points line = line_of(svg);
  double slope = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double across = unit(x) * (line[i].x - line[i - 1].x);
    if (across > 0) slope = std::min(slope, unit(y) * (line[i].y - line[i - 1].y) / across);
  }
  return slope;
}

// f = 1 + 1/k has slope -1. Relative to its own last value it would drop to 0 at the end, as if it
// converged superlinearly.
TEST(Svg, BestCurveDoesNotDropToZeroAtEnd) {
  acgd::Trace trace;
  for (int k = 1; k <= 2000; ++k) {
    trace.push_back({.iteration = k, .value = 1 + 1.0 / k, .gap = 2.0 / k, .step = 0.1});
  }
  const auto value = [&] { return to_svg(report_of({section_of({{"a", trace}})}))[1].svg; };
  const std::string above_lowest = value();
  EXPECT_NE(above_lowest.find("f above the lowest seen"), std::string::npos);
  EXPECT_GT(steepest(above_lowest), -2.5);
  EXPECT_LT(steepest(above_lowest), -0.9);

  // Where f is convex, the best bound is 1 - 1/2000: f is 3/2000 above it at the end.
  double bound = -std::numeric_limits<double>::infinity();
  for (acgd::Record& record : trace) {
    record.lower_bound = bound = std::max(bound, record.value - record.gap);
  }
  const std::string above_bound = value();
  EXPECT_NE(above_bound.find(">f \u2212 lower bound</text>"), std::string::npos);
  EXPECT_GT(steepest(above_bound), -1.05);
  EXPECT_NEAR(line_of(above_bound).back().x, 388, 1) << "it is drawn to its end";
}

// A converged run is shown completely: r^k has slope -inf, and ends at rounding error.
TEST(Svg, ConvergedCurveIsDrawnToItsEnd) {
  acgd::Trace trace;
  for (int k = 1; k <= 60; ++k) {
    trace.push_back({.iteration = k, .value = 1 + std::pow(0.5, k), .gap = std::pow(0.5, k)});
  }
  const auto pictures = to_svg(report_of({section_of({{"a", trace}})}));
  EXPECT_GT(line_of(pictures[1].svg).back().x, 62 + 326 * std::log(45) / std::log(60));
}

TEST(Svg, DrawsSinglePointAsDot) {
  const auto pictures = to_svg(report_of({section_of({{"a", trace_of({1})}})}));
  EXPECT_EQ(count(pictures[0].svg, "<circle"), 1U);
}

TEST(Svg, HasBandAroundOscillation) {
  std::vector<double> up_and_down, steady(500, 1.0);
  for (int k = 0; k < 500; ++k) up_and_down.push_back(k % 2 == 0 ? 1.0 : 100.0);
  const auto lipschitz = [](const std::vector<double>& gaps) {
    return to_svg(report_of({section_of({{"a", trace_of(gaps)}})}))[2].svg;
  };
  EXPECT_EQ(count(lipschitz(up_and_down), "fill-opacity"), 1U);
  EXPECT_EQ(count(lipschitz(steady), "fill-opacity"), 0U);
}

TEST(Svg, EscapesHostileText) {
  const std::string hostile = "</text></svg><script>alert(1)</script>&\"'\x01\xff";
  Section section = section_of({{hostile, trace_of({2, 1})}});
  section.title = section.measure = hostile;
  for (const Picture& picture : to_svg(report_of({section}))) expect_sound(picture.svg);
}

TEST(Svg, ManyLongNamesFit) {
  std::vector<Curve> curves;
  for (int i = 0; i < 30; ++i) {
    curves.push_back({std::string(3 * static_cast<std::size_t>(i), 'x'), trace_of({2, 1})});
  }
  for (const Picture& picture : to_svg(report_of({section_of(curves)}))) expect_sound(picture.svg);
}

}  // namespace
}  // namespace acgd::report
