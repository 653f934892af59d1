// compare: several starts, held-out data, and tables that fit a terminal.
#include <gtest/gtest.h>

#include "commands/comparing.hpp"

namespace acgd_test {
namespace {

/// The middle one, or the mean of the two middle ones.
double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  const std::size_t n = numbers.size();
  return (numbers[(n - 1) / 2] + numbers[n / 2]) / 2;
}

void expect_spread(const nlohmann::json& spread, const std::vector<double>& numbers) {
  EXPECT_DOUBLE_EQ(spread["median"], median(numbers));
  EXPECT_EQ(spread["lowest"], *std::min_element(numbers.begin(), numbers.end()));
  EXPECT_EQ(spread["highest"], *std::max_element(numbers.begin(), numbers.end()));
}

const std::string kFourStarts = kLeastSquares +
                                "--set l1:1 --x0 random-vertex --seed 3 --seeds 4 --directions "
                                "frank-wolfe --steps open-loop,backtracking --max-iterations 60 ";

TEST(CompareSeeds, HaveMediansOfTheirTraces) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran = tool.run(kFourStarts + "--accuracies 0.1,1e-2 --traces t --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["seeds"], nlohmann::json({3, 4, 5, 6}));
  ASSERT_EQ(json["runs"].size(), 8u);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string name = i == 0 ? "open-loop" : "backtracking";
    std::vector<double> iterations, values, calls;
    for (std::size_t s = 0; s < 4; ++s) {
      const auto rows = rows_of(tool.read("t/" + name + ".seed-" + std::to_string(3 + s) + ".csv"));
      EXPECT_EQ(rows[0][kGap], json["first_gaps"][s]);
      iterations.push_back(rows.back()[kIteration]);
      values.push_back(rows.back()[kValue]);
      for (const auto& row : rows) {
        if (row[kGap] > 0.1 * rows[0][kGap]) continue;
        calls.push_back(row[kIteration] + 1);
        break;
      }
      const auto& run = json["runs"][2 * s + i];
      EXPECT_EQ(run["name"], name);
      EXPECT_EQ(run["seed"], 3 + s);
      EXPECT_EQ(run["value"], values.back());
    }
    ASSERT_EQ(calls.size(), 4u) << name;
    const auto& summary = json["summary"][i];
    expect_spread(summary["iterations"], iterations);
    expect_spread(summary["value"], values);
    expect_spread(summary["to_accuracy"][0]["oracle_calls"], calls);
  }
  expect_at_most_80_columns(ran.out);
  EXPECT_NE(in_one_line(ran.out).find("medians over 4 starts (seeds 3 to 6)"), std::string::npos)
      << ran.out;
}

TEST(CompareSeeds, AreStartsOfSolve) {
  const Tool tool;
  tool.file("data.csv", samples());
  ASSERT_EQ(tool.run(kFourStarts + "--quiet --result r.json").code, 0);
  for (const int s : {0, 3}) {
    ASSERT_EQ(tool.run("solve" + kLeastSquares.substr(7) +
                       "--set l1:1 --x0 random-vertex --step backtracking --direction frank-wolfe "
                       "--max-iterations 60 --result one.json --seed " +
                       std::to_string(3 + s))
                  .code,
              0);
    EXPECT_EQ(tool.json("one.json")["value"], tool.json("r.json")["runs"][2 * s + 1]["value"]);
  }
}

TEST(CompareSeeds, RankRulesFromSameStart) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran = tool.run(kFourStarts + "--accuracies 0.1 --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  std::vector<double> ratios;  // of open-loop to backtracking
  int open_first = 0, other_first = 0;
  for (std::size_t s = 0; s < 4; ++s) {
    const auto calls = [&](std::size_t i) {
      return json["runs"][2 * s + i]["to_accuracy"][0]["oracle_calls"].get<double>();
    };
    ratios.push_back(calls(0) / calls(1));
    open_first += calls(0) <= calls(1);
    other_first += calls(1) <= calls(0);
  }
  const auto& ranking = json["ranking"][0]["oracle_calls"];
  EXPECT_EQ(ranking["starts"], 4);
  for (const auto& place : ranking["order"]) {
    EXPECT_EQ(place["first_from"], place["name"] == "open-loop" ? open_first : other_first);
  }
  if (ranking["order"][0]["name"] == "open-loop") {
    for (double& ratio : ratios) ratio = 1 / ratio;
  }
  std::sort(ratios.begin(), ratios.end());
  EXPECT_NEAR(ranking["lead"]["median"].get<double>(), std::sqrt(ratios[1] * ratios[2]), 1e-12);
  EXPECT_DOUBLE_EQ(ranking["lead"]["lowest"], ratios.front());
  EXPECT_DOUBLE_EQ(ranking["lead"]["highest"], ratios.back());
}

// The factor within a start is not the ratio of the medians: the sentence distinguishes both.
TEST(CompareSeeds, SummaryHasMediansOfTable) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran = tool.run(kFourStarts + "--accuracies 0.1 --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  const std::string line = in_one_line(ran.out);
  const std::size_t begin = line.find("By oracle calls, ");
  const std::string sentence = line.substr(begin, line.find(". ", begin) - begin);
  for (const auto& summary : json["summary"]) {
    const double median = summary["to_accuracy"][0]["oracle_calls"]["median"];
    std::ostringstream shown;
    shown << median;
    EXPECT_NE(sentence.find(" " + shown.str()), std::string::npos) << sentence;
  }
  EXPECT_EQ(sentence.find(" times before"), std::string::npos) << sentence;
  EXPECT_NE(sentence.find("; within a start, "), std::string::npos) << sentence;
}

TEST(CompareSeeds, OfGaussianStart) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective zakharov --dim 4 --set l2:1 --mode unconstrained --x0 gaussian --seeds "
      "3 "
      "--steps backtracking,adaptive-constant --max-iterations 50 --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(tool.json("r.json")["seeds"], nlohmann::json({1, 2, 3}));
  EXPECT_EQ(tool.json("r.json")["accuracy_of"], "first gradient norm");
  EXPECT_EQ(ran.out.find("first gap"), std::string::npos) << ran.out;
  expect_at_most_80_columns(ran.out);
}

TEST(CompareSeeds, AreRejectedWithoutRandomStart) {
  const std::string levy = "compare --objective levy --dim 3 --set l1:1 --seeds ";
  const Ran idle = Tool().run(levy + "5");
  EXPECT_EQ(idle.code, 2);
  EXPECT_EQ(idle.error,
            "acgd: --seeds = 5: has no effect without --x0 random-vertex or gaussian: only such "
            "starts are random\n");
  EXPECT_EQ(Tool().run(levy + "0 --x0 random-vertex").error,
            "acgd: --seeds = 0: must be an integer >= 1\n");
}

TEST(CompareInterrupted, ReportsFinishedRunsWithoutRanking) {
  const Tool tool;
  const Ran ran = tool.run_and_interrupt(
      "compare --objective zakharov --dim 3 --set box:-1:1 --steps "
      "line-search,fixed:1e-12,open-loop "
      "--gap-tolerance 1e-3 --max-iterations 1e12 --traces t --result r.json");
  EXPECT_EQ(ran.code, 130) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["runs"].size(), 2u);
  EXPECT_EQ(json["runs"][1]["status"], "interrupted");
  EXPECT_TRUE(json["ranking"].empty());
  EXPECT_NE(ran.out.find("there is no ranking"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find(" was first "), std::string::npos) << ran.out;
}

// f = (a x - b)^2 / 2 at the end of the interval: predictions are known.
TEST(CompareHeldOut, HasColumnForEachScore) {
  const Tool tool;
  tool.file("train.csv", "1,4\n2,8\n");
  tool.file("test.csv", "1\n3\n");
  tool.file("wanted.csv", "2\n5\n");
  const Ran ran = tool.run(
      "compare --objective least-squares --data train.csv --set l1:2 --steps line-search,open-loop "
      "--test test.csv --test-targets wanted.csv --result r.json --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  // x = 2 predicts 2 and 6.
  const nlohmann::json runs = tool.json("r.json")["runs"];
  ASSERT_EQ(runs.size(), 2u);
  for (const auto& run : runs) {
    EXPECT_NEAR(run["test"]["rmse"].get<double>(), std::sqrt(0.5), 1e-4);
    EXPECT_NEAR(run["test"]["mae"].get<double>(), 0.5, 1e-4);
  }
  EXPECT_NE(in_one_line(ran.out).find("held out r2 rmse mae line-search 0.77778 0.7071"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(tool.read("r.html").find(">rmse</th>"), std::string::npos);
  expect_at_most_80_columns(ran.out);
}

TEST(CompareHeldOut, IsRejectedAsBySolve) {
  const Tool tool;
  tool.file("test.csv", "1,2\n");
  const std::string levy = "compare --objective levy --dim 3 --set l1:1 ";
  EXPECT_EQ(tool.run(levy + "--test-targets test.csv").error,
            "acgd: --test-targets: has no effect without --test\n");
  EXPECT_EQ(tool.run(levy + "--test test.csv").error,
            "acgd: --test: the objective levy has nothing to predict\n");
  tool.file("data.csv", samples());
  const Ran same = tool.run(kLeastSquares + "--set l1:1 --test test.csv --result test.csv");
  EXPECT_EQ(same.code, 2);
  EXPECT_EQ(tool.read("test.csv"), "1,2\n");
}

}  // namespace
}  // namespace acgd_test
