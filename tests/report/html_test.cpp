// The page as text: its content, and escaping.
#include <gtest/gtest.h>

#include <cmath>

#include "app/report/report.hpp"
#include "app/report/svg.hpp"
#include "app/report/text.hpp"
#include "report/reports.hpp"

namespace acgd::report {
namespace {

using acgd_test::count;
using acgd_test::report_of;
using acgd_test::section_of;
using acgd_test::trace_of;

TEST(Html, HasEverySectionAndCurve) {
  Section first = section_of({{"short step", trace_of({3, 2, 1})}, {"adaptive", trace_of({3, 1})}});
  Section second = first;
  second.name = "video";
  second.title = "Flows of a video";
  const std::string html = to_html(report_of({first, second}));
  for (const char* part :
       {"Experiments", "acgd 1.2.3", "a machine", "2026-01-31", "acgd run all", "acgd run lasso",
        "<h2>Lasso</h2>", "<h2>Flows of a video</h2>", "A regression.", "made up", "A note.",
        "id=\"run-lasso\"", "id=\"run-video\"", "href=\"#run-video\"", "short step", "adaptive"}) {
    EXPECT_NE(html.find(part), html.npos) << part;
  }
  EXPECT_EQ(count(html, "<figure"), 2U * 4) << "gap, value, L and time, as the last run took 0.2 s";
}

TEST(Html, IsSelfContained) {
  const std::string html = to_html(report_of({section_of({{"short", trace_of({1})}})}));
  EXPECT_EQ(html.find("src="), html.npos);
  EXPECT_EQ(html.find("@import"), html.npos);
  EXPECT_EQ(html.find("rel=\"stylesheet\""), html.npos);
  EXPECT_NE(html.find("default-src 'none'"), html.npos);
}

TEST(Html, HasContentsOnlyForSeveralSections) {
  const Section section = section_of({});
  EXPECT_EQ(to_html(report_of({section})).find("<nav"), std::string::npos);
  EXPECT_NE(to_html(report_of({section, section})).find("<nav"), std::string::npos);
}

TEST(Html, SectionsOfOneNameHaveDifferentIdentifiers) {
  const Section section = section_of({});
  const std::string html = to_html(report_of({section, section}));
  EXPECT_EQ(count(html, "<section id=\"run-lasso\""), 1U);
  EXPECT_EQ(count(html, "<section id=\"run-lasso-2\""), 1U);
}

TEST(Html, AcceptsReportsWithoutContent) {
  EXPECT_FALSE(to_html({}).empty());
  EXPECT_FALSE(to_html(report_of({Section{}})).empty());
  EXPECT_FALSE(to_html(report_of({section_of({{"empty", {}}})})).empty());
}

TEST(Html, HasTableOfClaimsWithCount) {
  Report report = report_of({section_of({}), section_of({})});
  EXPECT_EQ(to_html(report).find("id=\"claims\""), std::string::npos);
  report.claims = {{"lasso", "value: a < b", "holds", "1, 2", "1.5, 2.5", ""},
                   {"lasso", "gap: a < b", "does not hold", "1, 2", "3, 2", "a reason"},
                   {"video", "gap: b < a", "holds", "1, 2", "1, 3", ""}};
  const std::string html = to_html(report);
  const std::string title = "The paper&#39;s claims: 2 hold, 1 do not hold, 0 are undecided";
  EXPECT_EQ(count(html, title), 2U) << "in the contents and above the table";
  EXPECT_NE(html.find("href=\"#claims\""), html.npos);
  for (const char* part : {"value: a &lt; b", "1.5, 2.5", "a reason", "status does-not-hold"}) {
    EXPECT_NE(html.find(part), html.npos) << part;
  }
  // Sections have charts, which are found by their number: this is not one.
  EXPECT_EQ(count(html, "<section"), 2U);
}

TEST(Html, OfQuickRunsIsMarkedFirst) {
  Report report = report_of({section_of({}), section_of({})});
  report.summary = "a was first.";
  report.preface = "These are small.";
  report.full_command = "acgd run all --large";
  const std::string html = to_html(report);
  EXPECT_LT(html.find("These are small."), html.find("a was first."));
  EXPECT_NE(html.find("<code>acgd run all --large</code>"), html.npos);
}

TEST(Html, OfOneSectionHasTitleUnlessSameAsPage) {
  Report report = report_of({section_of({})});
  EXPECT_NE(to_html(report).find("<h2>Lasso</h2>"), std::string::npos);
  report.title = "Lasso";
  EXPECT_EQ(to_html(report).find("<h2>Lasso</h2>"), std::string::npos);
}

TEST(Html, StatesConvexityWhereKnown) {
  Trace trace = trace_of({2, 1});
  const auto words = [&] {
    const std::string html = to_html(report_of({section_of({{"a", trace}})}));
    return html.substr(html.find("<dt>Gap</dt>"));
  };
  EXPECT_NE(words().find("over the set. Where "), std::string::npos);
  for (Record& record : trace) record.lower_bound = record.value - record.gap;
  EXPECT_EQ(words().find("over the set. Where "), std::string::npos);
  EXPECT_NE(words().find(" is convex, so "), std::string::npos);
}

TEST(Html, HasNumbersAboveRanges) {
  Section section = section_of({});
  section.costs = {{"strategy", "seconds to 1e-4"}, {{"a", "3e-5 (2e-5 to 5e-5)"}, {"b", "-"}}};
  const std::string html = to_html(report_of({section}));
  EXPECT_NE(html.find(">3e-5 <small><span>(2e-5</span> <span>to 5e-5)</span></small></td>"),
            html.npos);
  EXPECT_NE(html.find("<caption>Costs of reaching fractions of the first gap</caption>"),
            html.npos);
}

TEST(ShownNumber, HasFourSignificantDigits) {
  EXPECT_EQ(shown_number(0.031416), "0.03142");
  EXPECT_EQ(shown_number(12345.6), "12350");
  EXPECT_EQ(shown_number(-4231335.287), "-4231000");
  EXPECT_EQ(shown_number(9999.7), "10000");
  EXPECT_EQ(shown_number(0.5), "0.5");
  EXPECT_EQ(shown_number(1.23456e-7), "1.235e-07");
  EXPECT_EQ(shown_number(0), "0");
  EXPECT_EQ(shown_value(4231335.287), "4231335");
  EXPECT_EQ(shown_value(191.48310674), "191.4831");
  EXPECT_EQ(shown_number(std::nan("")), "\u2013");
}

TEST(Html, EscapesHostileText) {
  const std::string hostile = "\"'></script></title></style><img src=x onerror=alert(1)>{{data}}";
  Section section = section_of({{hostile, trace_of({2, 1})}});
  section.name = section.title = section.description = section.command = hostile;
  section.data = section.measure = hostile;
  section.notes = {hostile};
  section.table = {{hostile}, {{hostile}}};
  Report report = report_of({section, section});
  report.claims = {{hostile, hostile, hostile, hostile, hostile, hostile}};
  report.title = report.command = report.version = report.machine = report.date = hostile;

  const std::string html = to_html(report);
  const Section plain = section_of({{"a", trace_of({2, 1})}});
  const std::string harmless = to_html(report_of({plain, plain}));
  EXPECT_EQ(html.find("<img"), html.npos);
  EXPECT_NE(html.find("<caption>Results: &quot;&#39;&gt;&lt;/script"), html.npos);
  for (const char* tag : {"</script", "</title>", "</style>"}) {
    // A chart has its own title, and both pages have the same number of charts.
    EXPECT_EQ(count(html, tag), count(harmless, tag)) << tag;
  }
}

TEST(Html, InvalidUtf8DoesNotThrow) {
  const std::string bytes = std::string("a\xff\xc0\xaf\xed\xa0\x80\xf5\x00\x1b z", 12) + "\xe2\x82";
  Section section = section_of({{bytes, trace_of({2, 1})}});
  section.name = section.title = section.measure = bytes;
  section.table = {{bytes}, {{bytes}}};
  const Report report = report_of({section});
  const std::string html = to_html(report);
  EXPECT_EQ(html.find('\xff'), html.npos);
  EXPECT_EQ(html.find('\0'), html.npos);
  EXPECT_NE(html.find("\uFFFD"), html.npos);
  EXPECT_EQ(to_svg(report).size(), 4U);
}

TEST(Html, OfManyPointsIsNotLarger) {
  const auto size = [](std::size_t points) {
    std::vector<double> gaps;
    for (std::size_t k = 0; k < points; ++k) {
      gaps.push_back((1.5 + std::sin(static_cast<double>(k * k))) / static_cast<double>(k + 1));
    }
    return to_html(report_of({section_of({{"noisy", trace_of(gaps)}})})).size();
  };
  const std::size_t empty = size(0);
  EXPECT_LT(size(200000) - empty, 12000U);
  EXPECT_LT(size(3000) - empty, 12000U);
}

TEST(Html, StartsWithResult) {
  Section section = section_of({{"a", trace_of({2, 1})}, {"b", trace_of({3, 1})}});
  section.summary = "a was first.";
  section.race = Race{"A race", "iterations", {{"1e-1", {{"a", 2}, {"b", 3}}}}};
  const std::string html = to_html(report_of({section}));
  const std::size_t summary = html.find("a was first."), race = html.find(">A race<");
  ASSERT_NE(summary, html.npos);
  ASSERT_NE(race, html.npos);
  EXPECT_LT(summary, race);
  EXPECT_LT(race, html.find("class=\"panels\""));
  EXPECT_EQ(count(html, "Experiments"), 2U) << "in the title and its heading alone";
}

TEST(Html, OmitsEmptyColumns) {
  Section section = section_of({});
  section.table = {{"strategy", "gap", "set-up", "paper"},
                   {{"short", "0.1", "-", ""}, {"open", "", "\u2013", ""}}};
  const std::string html = to_html(report_of({section}));
  EXPECT_NE(html.find(">gap</th>"), html.npos);
  EXPECT_EQ(html.find(">set-up</th>"), html.npos);
  EXPECT_EQ(html.find(">paper</th>"), html.npos);
}

TEST(Html, OfOneRunIsListOfNumbers) {
  Section section = section_of({});
  section.table = {{"strategy", "gap", "accuracy, held out"}, {{"short", "0.1", "0.83"}}};
  const std::string html = to_html(report_of({section}));
  EXPECT_NE(html.find("<th scope=\"row\">accuracy, held out</th><td>0.83</td>"), html.npos);
}

TEST(Html, HasLargestCoefficientsByName) {
  Section section = section_of({});
  section.coefficients = {{"income", -2.5}, {"age", 1.25}, {"idle", 0}};
  const std::string html = to_html(report_of({section}));
  EXPECT_NE(html.find(">income</text>"), html.npos);
  EXPECT_NE(html.find(">\u22122.5</text>"), html.npos);
  EXPECT_EQ(html.find(">idle</text>"), html.npos);
}

TEST(Html, AlignsNumbersRight) {
  Section section = section_of({});
  section.table = {{"strategy", "gap", "status"},
                   {{"short", "1e-3", "optimal"}, {"open", "-", "time limit"}}};
  const std::string html = to_html(report_of({section}));
  EXPECT_NE(html.find("class=\"number\" data-label=\"gap\">1e-3</td>"), html.npos);
  EXPECT_NE(html.find("<td data-label=\"status\">optimal</td>"), html.npos);
  EXPECT_NE(html.find("<th scope=\"row\">short</th>"), html.npos);
}

TEST(Fill, ReplacesNamesOnce) {
  EXPECT_EQ(fill("{{a}}-{{b}}-{{c}}-{{a", {{"a", "{{b}}"}, {"b", "2"}}), "{{b}}-2-{{c}}-{{a");
  EXPECT_EQ(fill("{{{a}}}", {{"a", "1"}}), "{1}");
  EXPECT_EQ(fill("", {{"a", "1"}}), "");
}

}  // namespace
}  // namespace acgd::report
