// The page and the charts of a path: complete, and well-formed for any numbers and names.
#include <gtest/gtest.h>

#include <limits>
#include <regex>

#include "app/report/path_pictures.hpp"
#include "report/path_reports.hpp"
#include "report/reports.hpp"
#include "report/xml.hpp"

namespace acgd::report {
namespace {

using acgd_test::count;
using acgd_test::path_report;

Picture picture_of(const PathReport& report, const std::string& name) {
  for (const Picture& picture : to_svg(report)) {
    if (picture.name == name) return picture;
  }
  ADD_FAILURE() << name;
  return {};
}

void expect_sound_pictures(const PathReport& report) {
  for (const Picture& picture : to_svg(report)) {
    EXPECT_EQ(acgd_test::xml_complaint(picture.svg), "") << picture.name;
    for (const char* bad : {"nan", "inf"}) {
      EXPECT_FALSE(std::regex_search(picture.svg, std::regex("=\"[^\"]*\\b" + std::string(bad))))
          << picture.name;
    }
  }
}

TEST(PathPage, StartsWithResult) {
  const std::string html = to_html(path_report());
  const std::size_t answer = html.find("Radius 8 predicts best.");
  ASSERT_NE(answer, html.npos);
  EXPECT_LT(answer, html.find("<svg"));
  EXPECT_LT(answer, html.find("<table"));
  for (const char* part :
       {"<h1>Logistic regression</h1>", "40 samples of 3 features", "Radius 4 does as well.",
        "Within one standard error", "acgd 1.2.3", "2026-01-31", "a machine", "l1 ball",
        "acgd path --objective logistic", "A note.", "All 2 coefficients"}) {
    EXPECT_EQ(count(html, part), 1U) << part;
  }
}

TEST(PathPage, HasRowForEachRadiusAndMarksCandidates) {
  const std::string html = to_html(path_report());
  for (int fit = 0; fit < 5; ++fit) {
    EXPECT_EQ(count(html, "<tr data-fit=\"" + std::to_string(fit) + "\""), 1U) << fit;
  }
  EXPECT_EQ(count(html, "<tr data-fit=\"3\" class=\"candidate-row chosen-row\">"), 1U);
  EXPECT_EQ(count(html, "<tr data-fit=\"2\" class=\"candidate-row\">"), 1U);
  EXPECT_EQ(count(html, "class=\"candidate-row"), 2U);
  EXPECT_EQ(count(html, "class=\"candidate chosen\""), 1U);
  // Each chart for wide and narrow screens: two scores, the path of coefficients, the bars.
  EXPECT_EQ(count(html, "<figure>"), 4U);
  EXPECT_EQ(count(html, "<svg viewBox"), 8U);
}

TEST(PathPage, IsSelfContained) {
  const std::string html = to_html(path_report());
  for (const char* outside : {"src=", "@import", "rel=\"stylesheet\"", "url("}) {
    EXPECT_EQ(html.find(outside), html.npos) << outside;
  }
  const std::regex address("https?://[^\" ]*");
  for (std::sregex_iterator at(html.begin(), html.end(), address), end; at != end; ++at) {
    EXPECT_EQ(at->str(), "http://www.w3.org/2000/svg");
  }
  EXPECT_NE(html.find("default-src 'none'"), html.npos);
  EXPECT_EQ(html.find("{{"), html.npos) << "something was left to be filled in";
}

TEST(PathPage, EscapesHostileText) {
  const std::string hostile =
      "\"'></script></title></style><img src=x onerror=alert(1)>{{tones}}\xff\x01";
  PathReport report = path_report();
  report.title = report.command = report.version = report.machine = report.date = hostile;
  report.data = report.set = report.summary = report.size_name = report.coefficient_name = hostile;
  report.advice = report.notes = {hostile};
  for (PathCandidate& one : report.candidates) {
    one.title = one.mark = one.headline = hostile;
    one.facts = {{hostile, hostile}};
  }
  for (PathScore& score : report.scores) score.name = hostile;
  for (PathCoefficient& one : report.coefficients) one.name = hostile;
  report.fits = report.model = {{hostile}, {{hostile}}};
  const std::string html = to_html(report);
  EXPECT_EQ(html.find("<img"), html.npos);
  EXPECT_EQ(html.find('\xff'), html.npos);
  const std::string harmless = to_html(path_report());
  for (const char* tag : {"</script", "</style>"}) {
    EXPECT_EQ(count(html, tag), count(harmless, tag)) << tag;
  }
  EXPECT_EQ(count(html, ".ink-0 {"), 1U);
  expect_sound_pictures(report);
}

TEST(PathPage, WorksWithoutHeldOutSamplesAndCoefficients) {
  PathReport report = path_report();
  for (PathScore& score : report.scores) score.held_out = score.error = {};
  report.candidates.clear();
  report.coefficients.clear();
  report.model = {};
  const std::string html = to_html(report);
  EXPECT_EQ(html.find("held out"), html.npos);
  EXPECT_EQ(html.find("<h2>Coefficients</h2>"), html.npos);
  EXPECT_EQ(count(html, "<figure>"), 2U);
  EXPECT_EQ(to_svg(report).size(), 2U);
  EXPECT_FALSE(to_html(PathReport{}).empty());
  EXPECT_TRUE(to_svg(PathReport{}).empty());
}

TEST(PathPictures, HaveNamesAndAxes) {
  const PathReport report = path_report();
  std::string names;
  for (const Picture& picture : to_svg(report)) names += picture.name + " ";
  EXPECT_EQ(names, "path-loss.svg path-accuracy.svg path-coefficients.svg path-model.svg ");
  const std::string score = picture_of(report, "path-loss.svg").svg;
  for (const char* part : {">radius</text>", ">loss</text>", ">features</text>", ">held out</text>",
                           ">train</text>", ">best</text>", ">1 SE</text>", ">2</text>"}) {
    EXPECT_NE(score.find(part), score.npos) << part;
  }
  EXPECT_EQ(count(score, "<circle"), 5U);
  EXPECT_NE(score.find("radius 8, features 2\nheld out 0.45 \u00b1 0.03\ntrain 0.3"), score.npos);
  const std::string lines = picture_of(report, "path-coefficients.svg").svg;
  for (const char* name : {"age", "weight", "height"}) {
    EXPECT_EQ(count(lines, ">" + std::string(name) + "</text>"), 1U) << name;
  }
}

TEST(PathPictures, MarkRadiusThatIsBothOnce) {
  PathReport report = path_report();
  report.candidates[1].fit = 3;
  const std::string score = picture_of(report, "path-loss.svg").svg;
  EXPECT_EQ(count(score, ">best, 1 SE</text>"), 1U);
  EXPECT_EQ(count(score, "class=\"mark\""), 1U);
}

TEST(PathPictures, ScaleIgnoresExplodingLoss) {
  const auto height_of_best = [](const PathReport& report) {
    const std::string score = picture_of(report, "path-loss.svg").svg;
    std::vector<double> heights;
    const std::regex dot("<circle cx=\"[0-9.]+\" cy=\"([0-9.-]+)\"");
    for (std::sregex_iterator at(score.begin(), score.end(), dot), end; at != end; ++at) {
      heights.push_back(std::stod((*at)[1]));
    }
    EXPECT_EQ(heights.size(), 5U);
    return heights[3] - heights[0];
  };
  PathReport report = path_report();
  const double before = height_of_best(report);
  report.scores[0].held_out[4] = 1e6;
  EXPECT_GT(height_of_best(report), 0.4 * before);
  expect_sound_pictures(report);
}

TEST(PathPictures, HaveBarForEachNonzero) {
  const std::string model = picture_of(path_report(), "path-model.svg").svg;
  EXPECT_EQ(count(model, "class=\"bar\""), 2U);
  EXPECT_NE(model.find(">\u22123</text>"), model.npos);
  EXPECT_EQ(model.find("height</text>"), model.npos) << "it is 0 at the chosen radius";
  // Widths are proportional to the values: 5 to 3.
  std::vector<double> widths;
  const std::regex bar("<rect class=\"paint-[01]\"[^>]* width=\"([0-9.]+)\"");
  for (std::sregex_iterator at(model.begin(), model.end(), bar), end; at != end; ++at) {
    widths.push_back(std::stod((*at)[1]));
  }
  ASSERT_EQ(widths.size(), 2U);
  EXPECT_NEAR(widths[0] / widths[1], 5.0 / 3.0, 0.01);
}

TEST(PathPictures, AreWellFormedForAnyNumbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  for (const double bad : {std::nan(""), infinity, -infinity, largest, -largest, 5e-324, 0.0}) {
    PathReport report = path_report();
    report.radii[2] = report.sizes[3] = bad;
    for (PathScore& score : report.scores) score.train[1] = score.held_out[2] = bad;
    report.scores[0].error[1] = bad;
    for (PathCoefficient& one : report.coefficients) one.values[3] = bad;
    expect_sound_pictures(report);
    EXPECT_FALSE(to_html(report).empty());
  }
  PathReport one = path_report();
  one.radii.resize(1);
  expect_sound_pictures(one);
}

TEST(PathPictures, DrawManyCoefficientsWithinBounds) {
  PathReport report = path_report();
  report.coefficients.clear();
  for (int j = 0; j < 5000; ++j) {
    report.coefficients.push_back({"x" + std::to_string(j), {0, 0, 0, 1.0 + j, 2.0 + j}});
  }
  const std::string lines = picture_of(report, "path-coefficients.svg").svg;
  EXPECT_LE(count(lines, "class=\"line\""), 200U);
  EXPECT_NE(lines.find(">x4999</text>"), lines.npos) << "the largest one";
  EXPECT_LT(lines.size(), 200'000U);
  EXPECT_NE(to_html(report).find("the largest 200 of 5000"), std::string::npos);
}

TEST(Spread, SeparatesLabelsMinimally) {
  EXPECT_EQ(spread({10, 50, 90}, 20, 0, 100), (std::vector<double>{10, 50, 90}));
  EXPECT_EQ(spread({50, 50}, 20, 0, 100), (std::vector<double>{40, 60}));
  EXPECT_EQ(spread({60, 50}, 20, 0, 100), (std::vector<double>{65, 45}));
  EXPECT_EQ(spread({99, 100}, 20, 0, 100), (std::vector<double>{80, 100}));
  EXPECT_EQ(spread({}, 20, 0, 100), std::vector<double>());
}

}  // namespace
}  // namespace acgd::report
