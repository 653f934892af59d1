// The numbers inside the page, read back.
#include "report/data.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "report/report.hpp"
#include "report/reports.hpp"

namespace acgd::report {
namespace {

using acgd_test::report_of;
using acgd_test::section_of;
using acgd_test::trace_of;
using nlohmann::json;

/// What the page's own script reads.
json data_of(const std::string& html) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = html.find(open) + open.size();
  return json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

TEST(Data, ReadsBackTheValueExactlyAndTheRestToSixDigits) {
  const Trace trace = trace_of({1.0 / 3, 1e-300, 2.2250738585072014e-308, 0.1 + 0.2, -1e17 / 7});
  const json data = data_of(to_html(report_of({section_of({{"short", trace}})})));
  const json& curve = data["sections"][0]["curves"][0];
  EXPECT_EQ(curve["name"], "short");
  EXPECT_EQ(curve["points"], trace.size());
  for (std::size_t k = 0; k < trace.size(); ++k) {
    EXPECT_EQ(curve["iteration"][k].get<Index>(), trace[k].iteration);
    EXPECT_NEAR(curve["seconds"][k].get<double>(), trace[k].seconds,
                1e-5 * std::abs(trace[k].seconds));
    EXPECT_EQ(curve["value"][k].get<double>(), trace[k].value);
    EXPECT_NEAR(curve["gap"][k].get<double>(), trace[k].gap, 1e-5 * std::abs(trace[k].gap));
    EXPECT_NEAR(curve["step"][k].get<double>(), trace[k].step, 1e-5 * std::abs(trace[k].step));
    EXPECT_NEAR(curve["lipschitz"][k].get<double>(), trace[k].lipschitz,
                1e-5 * std::abs(trace[k].lipschitz));
    EXPECT_EQ(curve["backtracks"][k].get<int>(), trace[k].backtracks);
  }
}

TEST(Data, WhatIsNotFiniteIsNull) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Trace trace = trace_of({1, std::nan(""), infinity, -infinity});
  const json data = json::parse(to_json(report_of({section_of({{"short", trace}})})));
  const json& gap = data["sections"][0]["curves"][0]["gap"];
  EXPECT_EQ(gap, json({1.0, nullptr, nullptr, nullptr}));
}

TEST(Data, HostileNamesReadBackAsTheyWere) {
  const std::string name = "</script><!--<script>\"\\'\u2028";
  const std::string text = to_json(report_of({section_of({{name, trace_of({1})}})}));
  EXPECT_EQ(text.find('<'), text.npos);
  EXPECT_EQ(json::parse(text)["sections"][0]["curves"][0]["name"], name);
}

TEST(Data, AStrategyLooksTheSameInAllSections) {
  const Curve a{"a", trace_of({1})};
  const Curve b{"b", trace_of({1})};
  const json data = json::parse(to_json(report_of({section_of({a, b}), section_of({b, a})})));
  EXPECT_EQ(data["strokes"].size(), 2U);
  EXPECT_NE(data["strokes"][0], data["strokes"][1]);
  EXPECT_EQ(data["sections"][0]["curves"][0]["stroke"], 0);
  EXPECT_EQ(data["sections"][1]["curves"][0]["stroke"], 1);
}

TEST(Data, TellsWhatTheOptimumIs) {
  Section section = section_of({{"a", trace_of({1})}});
  EXPECT_TRUE(json::parse(to_json(report_of({section})))["sections"][0]["optimum"].is_null());
  section.optimal_value = 0.25;
  const json data = json::parse(to_json(report_of({section})));
  EXPECT_EQ(data["sections"][0]["optimum"], 0.25);
  EXPECT_EQ(data["sections"][0]["panels"][0]["yLabel"], "value \u2212 optimal value");
}

TEST(Data, LongCurvesKeepTheirEndsAndPeaks) {
  std::vector<double> gaps(100000, 1);
  gaps[54321] = 9;
  gaps[12345] = 1e-9;
  gaps.back() = 0.5;
  const Section section = section_of({{"long", trace_of(gaps)}});
  const json data = json::parse(to_json(report_of({section})));
  const json& curve = data["sections"][0]["curves"][0];
  const auto iterations = curve["iteration"].get<std::vector<int>>();
  EXPECT_LE(iterations.size(), kMostPoints);
  EXPECT_EQ(curve["points"], 100000);
  for (const int row : {0, 12345, 54321, 99999}) {
    EXPECT_TRUE(std::binary_search(iterations.begin(), iterations.end(), row)) << row;
  }
}

}  // namespace
}  // namespace acgd::report
