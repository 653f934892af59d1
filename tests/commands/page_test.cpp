// Pages written by the tool: their content, numbers and size.
#include <gtest/gtest.h>

#include "commands/comparing.hpp"

namespace acgd_test {
namespace {

/// A row of a table of one run.
std::string row(const std::string& name, const std::string& value) {
  return "<th scope=\"row\">" + name + "</th><td>" + value + "</td>";
}

void expect_parts(const std::string& page, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(page.find(part), page.npos) << part;
}

std::string page_without_times(std::string page) {
  for (std::size_t at = 0; (at = page.find("<figure data-panel=\"time\">", at)) != page.npos;) {
    page.erase(at, page.find("</figure>", at) - at);
  }
  return page;
}

// A is the identity, so x is the price if that is in the ball: (2.5, -1.25, 0).
const char* const kTrain = "income,distance,idle,price\n1,0,0,2.5\n0,1,0,-1.25\n0,0,1,0\n";
const std::string kSolvePrices =
    "solve --objective least-squares --data train.csv --set l1:3.75 --gap-tolerance 1e-12 ";

TEST(SolvePage, HasHeldOutScoresNonZerosAndCoefficientsByName) {
  const Tool tool;
  tool.file("train.csv", kTrain);
  // It predicts 1.25 and 5: errors 0 and 1, about a mean of 2.625.
  tool.file("test.csv", "income,distance,idle,price\n1,1,7,1.25\n2,0,7,4\n");
  const Ran ran = tool.run(kSolvePrices + "--test test.csv --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::string page = tool.read("r.html");
  expect_parts(
      page, {row("rmse, held out", "0.7071"), row("mae, held out", "0.5"),
             row("r2, held out", "0.7355"), row("non-zeros", "2 of 3"), ">income</text>",
             ">2.5</text>", ">distance</text>", ">\u22121.25</text>", "The largest coefficients"});
  EXPECT_EQ(page.find(">idle</text>"), page.npos) << "its coefficient is 0";
}

TEST(SolvePage, BeginsWithSummary) {
  const Tool tool;
  tool.file("train.csv", kTrain);
  // The nearest point of that ball is (1, 0, 0), where f is 1.5^2 + 1.25^2.
  const Ran ran = tool.run(
      "solve --objective least-squares --data train.csv --set l1:1 --gap-tolerance 1e-9 "
      "--report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::string page = tool.read("r.html");
  const std::size_t summary = page.find("<p class=\"answer\">Gap reached after ");
  ASSERT_NE(summary, page.npos);
  EXPECT_LT(summary, page.find("class=\"panels\""));
  EXPECT_NE(page.find(": f is 3.8125; no point of the set is more than ", summary), page.npos);
  EXPECT_EQ(page.find("if f is convex"), page.npos) << "least squares are";
  expect_parts(page,
               {row("step rule", "adaptive-adjustable"), row("direction", "corrective (auto)")});
}

TEST(SolvePage, HasNoBoundWithoutConvexity) {
  const Tool tool;
  const Ran ran = tool.run("solve --objective rosenbrock --dim 2 --set l2:1 --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::string page = tool.read("r.html");
  expect_parts(page, {"f is not known to be convex, so this bounds nothing."});
  EXPECT_EQ(page.find("no point of the set is more than"), page.npos);
}

TEST(SolvePage, HasRankOfMatrix) {
  const Tool tool;
  tool.file("ratings.csv", "1,1,2\n1,2,2\n2,1,2\n2,2,2\n");  // x is 1.5 everywhere
  const Ran ran = tool.run(
      "solve --objective completion --data ratings.csv --loss squared --set nuclear:3 "
      "--report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  expect_parts(tool.read("r.html"), {row("rank", "1 at most, of a 2 x 2 matrix")});
}

TEST(ComparePage, HasScoresNonZerosEndingsAndCosts) {
  const Tool tool;
  tool.file("train.csv", kTrain);
  tool.file("test.csv", "income,distance,idle,price\n1,1,7,1.25\n2,0,7,4\n");
  const Ran ran = tool.run("compare" + kSolvePrices.substr(5) +
                           "--test test.csv --steps line-search,open-loop --directions corrective "
                           "--report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::string page = tool.read("r.html");
  expect_parts(page, {"data-label=\"rmse\">0.7071</td>", "data-label=\"non-zeros\">2</td>",
                      "data-label=\"ended by\">", "Costs of reaching fractions of the first gap",
                      ">oracle calls to 1e-4</th>", ">seconds to 1e-6</th>"});
  EXPECT_EQ(page.find(">iterations to 1e-4</th>"), page.npos) << "as many as oracle calls";
}

// One iteration is too few for any accuracy.
TEST(ComparePage, WithoutRankingHasHeadlineAndNoEmptyTable) {
  const Tool tool;
  tool.file("ratings.csv", "1,1,2\n1,2,3\n2,1,4\n2,2,1\n3,1,5\n3,2,2\n");
  const Ran ran = tool.run(
      "compare --objective completion --data ratings.csv --loss squared --set nuclear:5 --steps "
      "fixed:0.01,fixed:0.02 --directions frank-wolfe --max-iterations 1 --accuracies 1e-7 "
      "--report "
      "r.html "
      "--result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json runs = tool.json("r.json")["runs"];
  const std::size_t best = runs[0]["gap"] < runs[1]["gap"] ? 0 : 1;
  const std::string page = tool.read("r.html");
  expect_parts(page,
               {"<p class=\"answer\">No rule reached 1e-7 of the first gap: there is no ranking. " +
                runs[best]["name"].get<std::string>() + " ended at the smallest gap, "});
  EXPECT_EQ(page.find("What it took to come to"), page.npos);
}

TEST(ReproducePage, OfOneExperimentHasNameAndRanksByValue) {
  const Tool tool;
  const Ran ran =
      tool.run("reproduce sigmoid-l1 --quick --synthetic --quiet --report r.html --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  std::string lowest;
  double value = 1;
  const nlohmann::json runs = tool.json("r.json")["experiments"][0]["runs"];
  for (const auto& run : runs) {
    if (run["value"].get<double>() >= value) continue;
    value = run["value"];
    lowest = run["strategy"];
  }
  expect_parts(tool.read("r.html"),
               {"<h2>Sparse classification with a non-convex loss</h2>",
                "By f, " + lowest + " was first: ", "<dt>Direction</dt><dd>frank-wolfe</dd>"});
}

TEST(ReproducePage, OfQuickRunsIsMarkedAndSmall) {
  const Tool tool;
  const Ran ran = tool.run("reproduce --quick --synthetic --quiet --report r.html");  // make demo
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::string page = tool.read("r.html");
  EXPECT_LE(page.size(), 400000U);
  // On a busy machine it has charts of times, too.
  EXPECT_LE(page_without_times(page).size(), 340000U);
  const std::size_t about = page.find("claims are not evaluated with --quick");
  ASSERT_NE(about, page.npos);
  EXPECT_LT(about, page.find("class=\"answer\""));
  expect_parts(page, {"<code>acgd reproduce --report report.html</code>"});
  EXPECT_EQ(page.find("the paper&#39;s claims"), page.npos) << "no column for them";
}

TEST(ReproducePage, OfFullSizeHasClaims) {
  const Tool tool;
  const Ran ran = tool.run("reproduce matrix-balancing --synthetic --quiet --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::string page = tool.read("r.html");
  EXPECT_EQ(page.find("--quick"), page.npos);
  expect_parts(page, {"The paper&#39;s claims: ", "\"status holds\""});
}

}  // namespace
}  // namespace acgd_test
