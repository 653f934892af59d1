// compare: the cost of each accuracy, recomputed from the traces; the ranking; rules that cannot
// run; parameters behind colons.
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <regex>

#include "commands/comparing.hpp"

namespace acgd_test {
namespace {

/// The first row whose gap is at most `gap`, if there is one.
const std::vector<double>* first_within(const std::vector<std::vector<double>>& rows, double gap) {
  for (const auto& row : rows) {
    if (row[kGap] <= gap) return &row;
  }
  return nullptr;
}

TEST(CompareAccuracies, AreFirstRowsWithGap) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran =
      tool.run(kLeastSquares +
               "--set l1:1 --steps backtracking,open-loop,adaptive-constant "
               "--directions frank-wolfe --accuracies 1e-3,0.3,1e-5 --max-iterations 300 "
               "--traces t --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  const double first_gap = json["first_gaps"][0];
  EXPECT_EQ(json["accuracy_of"], "first gap");
  EXPECT_EQ(json["accuracies"], nlohmann::json({0.3, 1e-3, 1e-5}));
  int reached = 0, unreached = 0;
  for (const auto& run : json["runs"]) {
    const auto rows = rows_of(tool.read("t/" + run["name"].get<std::string>() + ".csv"));
    EXPECT_EQ(rows[0][kGap], first_gap);
    ASSERT_EQ(run["to_accuracy"].size(), 3u);
    for (const auto& milestone : run["to_accuracy"]) {
      const auto* row = first_within(rows, milestone["accuracy"].get<double>() * first_gap);
      (row != nullptr ? reached : unreached) += 1;
      EXPECT_EQ(milestone["iterations"].is_null(), row == nullptr) << run["name"];
      EXPECT_EQ(milestone["seconds"].is_null(), row == nullptr) << run["name"];
      if (row == nullptr) continue;
      EXPECT_EQ(milestone["iterations"], (*row)[kIteration]);
      EXPECT_EQ(milestone["seconds"], (*row)[kSeconds]);
      // frank-wolfe calls the LMO once at every iterate.
      EXPECT_EQ(milestone["oracle_calls"], (*row)[kIteration] + 1);
    }
  }
  // open-loop does not reach the smallest one.
  EXPECT_GT(reached, 5);
  EXPECT_GT(unreached, 0);
}

TEST(CompareAccuracies, CountCallsOfLazyRules) {
  const Tool tool;
  tool.file("data.csv", samples());
  ASSERT_EQ(tool.run(kLeastSquares +
                     "--set l1:1 --steps backtracking --directions "
                     "blended-pairwise,blended-pairwise:lazy=true --traces t --result r.json")
                .code,
            0);
  const nlohmann::json runs = tool.json("r.json")["runs"];
  ASSERT_EQ(runs.size(), 2u);
  for (const auto& run : runs) {
    // A row has a gap where the LMO was called, once by these two rules.
    const auto rows = rows_of(tool.read("t/" + file_name(run["name"]) + ".csv"));
    for (const auto& milestone : run["to_accuracy"]) {
      ASSERT_FALSE(milestone["iterations"].is_null()) << milestone;
      int calls_so_far = 0;
      for (const auto& row : rows) {
        calls_so_far +=
            row[kIteration] <= milestone["iterations"].get<double>() && !std::isnan(row[kGap]);
      }
      EXPECT_EQ(milestone["oracle_calls"], calls_so_far) << run["name"];
    }
  }
  const auto& last = runs[1]["to_accuracy"].back();
  EXPECT_LT(last["oracle_calls"].get<int>(), last["iterations"].get<int>() + 1);
}

TEST(CompareAccuracies, EndRunsWithoutOtherTolerance) {
  const Tool tool;
  tool.file("data.csv", samples());
  const std::string run =
      kLeastSquares + "--set l2:1 --steps backtracking --traces t --result r.json --quiet ";
  const auto last_gaps = [&](const std::string& flags) {
    EXPECT_EQ(tool.run(run + flags).code, 0);
    const auto rows = rows_of(tool.read("t/backtracking.csv"));
    return std::pair(rows[rows.size() - 2][kGap] / rows[0][kGap],
                     rows.back()[kGap] / rows[0][kGap]);
  };
  const auto [before, at] = last_gaps("--accuracies 1e-1,1e-3");
  EXPECT_GT(before, 1e-3);
  EXPECT_LE(at, 1e-3);
  // Without the flag a run ends where one of solve ends, and continues on request.
  EXPECT_LT(last_gaps("").second, 1e-6);
  EXPECT_LT(last_gaps("--accuracies 1e-1,1e-3 --gap-tolerance 1e-10").second, 1e-6);
}

TEST(CompareAccuracies, AreRejectedWithRule) {
  const std::string levy = "compare --objective levy --dim 3 --set l1:1 --accuracies ";
  const std::map<std::string, std::string> sentences = {
      {"1e-2,1", "--accuracies = 1: must be in (0, 1), a fraction of the first gap, as 1e-4"},
      {"-0.5", "--accuracies = -0.5: must be in (0, 1), a fraction of the first gap, as 1e-4"},
      {"1e-2,x", "--accuracies = x: must be a finite number"},
      {"1e-2,0.01", "--accuracies = 0.01: is the same as 1e-2"}};
  for (const auto& [list, sentence] : sentences) {
    const Ran ran = Tool().run(levy + list);
    EXPECT_EQ(ran.code, 2) << list;
    EXPECT_EQ(ran.error, "acgd: " + sentence + "\n");
  }
}

/// The cost of each rule, by name.
std::map<std::string, double> costs(const nlohmann::json& json, std::size_t accuracy,
                                    const std::string& key) {
  std::map<std::string, double> costs;
  for (const auto& run : json["runs"]) {
    const auto& cost = run["to_accuracy"][accuracy][key];
    if (!cost.is_null()) costs[run["name"]] = cost;
  }
  return costs;
}

TEST(CompareRanking, IsOrderOfCosts) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran =
      tool.run(kLeastSquares +
               "--set l1:1 --steps open-loop,backtracking,fixed:0.01,line-search "
               "--directions frank-wolfe,corrective --max-iterations 200 --result r.json "
               "--report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  ASSERT_EQ(json["ranking"].size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    for (const std::string key : {"oracle_calls", "seconds"}) {
      const auto cost = costs(json, k, key);
      const auto& order = json["ranking"][k][key]["order"];
      ASSERT_EQ(order.size(), cost.size());
      for (std::size_t i = 0; i < order.size(); ++i) {
        const double its = cost.at(order[i]["name"]), best = cost.at(order[0]["name"]);
        EXPECT_DOUBLE_EQ(order[i]["factor"], its / best);
        if (i > 0) {
          EXPECT_GE(its, cost.at(order[i - 1]["name"]));
        }
        if (i == 1) {
          EXPECT_DOUBLE_EQ(json["ranking"][k][key]["lead"]["median"], its / best);
        }
      }
    }
  }
  // The sentences are about the smallest accuracy, also on the page.
  const auto& by_time = json["ranking"][2]["seconds"]["order"];
  const std::string sentence =
      by_time.size() > 1 && by_time[1]["level"]
          ? "By seconds, no rule was clearly first at 1e-6 of the first gap: "
          : "By seconds, " + by_time[0]["name"].get<std::string>() +
                " was first at 1e-6 of the first gap: ";
  EXPECT_NE(in_one_line(ran.out).find(sentence), std::string::npos) << ran.out;
  EXPECT_NE(tool.read("r.html").find(sentence), std::string::npos);
  EXPECT_NE(tool.read("r.html").find("seconds to 1e-6"), std::string::npos);
}

/// The numbers of "By oracle calls, X was first at ...: 42, against 71 of Y (1.69 times as many)."
TEST(CompareRanking, SummaryHasNumbersOfTable) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran = tool.run(kLeastSquares +
                           "--set l1:1 --steps open-loop,backtracking --directions frank-wolfe "
                           "--accuracies 1e-2 --max-iterations 2000 --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  auto calls = costs(tool.json("r.json"), 0, "oracle_calls");
  ASSERT_EQ(calls.size(), 2u);
  std::string first = "open-loop", second = "backtracking";
  if (calls[second] < calls[first]) std::swap(first, second);
  std::smatch found;
  const std::string line = in_one_line(ran.out);
  const std::regex sentence(
      "By oracle calls, ([a-z-]+) was first at 1e-2 of the first gap: ([0-9]+), "
      "against ([0-9]+) of ([a-z-]+) \\(([0-9.]+) times as many\\)\\.");
  ASSERT_TRUE(std::regex_search(line, found, sentence)) << ran.out;
  EXPECT_EQ(found[1], first);
  EXPECT_EQ(found[4], second);
  EXPECT_EQ(std::stod(found[2]), calls[first]);
  EXPECT_EQ(std::stod(found[3]), calls[second]);
  EXPECT_NEAR(std::stod(found[5]), calls[second] / calls[first], 0.006 * std::stod(found[5]));
}

// Levy's function has many local minima, in which runs that converge fast end high.
TEST(CompareRanking, OfNonconvexFunctionIsByValueFirst) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective levy --dim 5 --set box:-5:5 --x0 random-vertex --directions frank-wolfe "
      "--max-iterations 2000 --result r.json --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["accuracy_of"], "first f - lowest f");
  std::map<std::string, double> values;
  double lowest = std::numeric_limits<double>::infinity(), highest = 0;
  for (const auto& run : json["runs"]) {
    values[run["name"]] = run["value"];
    lowest = std::min(lowest, values[run["name"]]);
    highest = std::max(highest, values[run["name"]]);
  }
  ASSERT_GT(highest, 2 * lowest + 0.1) << "runs end in different minima";
  const auto& tightest = json["ranking"][2]["oracle_calls"]["order"];
  ASSERT_GE(tightest.size(), 1u);
  for (const auto& place : tightest) EXPECT_NEAR(values[place["name"]], lowest, 1e-3);
  const std::string sentence = "By f, " + tightest[0]["name"].get<std::string>() + " was first: ";
  EXPECT_NE(in_one_line(ran.out).find(sentence), std::string::npos) << ran.out;
  EXPECT_NE(tool.read("r.html").find("<p class=\"answer\">" + sentence), std::string::npos);
}

/// A trace without its columns of time and L.
std::vector<std::vector<double>> without_time(const Tool& tool, const std::string& name) {
  auto rows = rows_of(tool.read("t/" + name + ".csv"));
  for (auto& row : rows) {
    row.erase(row.begin() + 5);
    row.erase(row.begin() + kSeconds);
    for (double& number : row) number = std::isnan(number) ? -1 : number;
  }
  return rows;
}

// Before its first period of 10 iterations ends, adaptive-adjustable is adaptive-constant.
TEST(CompareRuns, IdenticalRunsCountOnce) {
  const Tool tool;
  tool.file("data.csv", samples());
  const Ran ran =
      tool.run(kLeastSquares +
               "--set l1:1 --steps adaptive-constant,adaptive-adjustable,open-loop "
               "--directions frank-wolfe --accuracies 0.5 --max-iterations 9 --traces t "
               "--result r.json --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  ASSERT_EQ(without_time(tool, "adaptive-constant"), without_time(tool, "adaptive-adjustable"));
  ASSERT_NE(without_time(tool, "adaptive-constant"), without_time(tool, "open-loop"));
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["runs"][1]["identical_to"], "adaptive-constant");
  EXPECT_FALSE(json["runs"][0].contains("identical_to"));
  EXPECT_FALSE(json["runs"][2].contains("identical_to"));
  for (const char* cost : {"oracle_calls", "seconds"}) {
    for (const auto& place : json["ranking"][0][cost]["order"]) {
      EXPECT_NE(place["name"], "adaptive-adjustable");
    }
  }
  const std::string line = in_one_line(ran.out);
  EXPECT_NE(line.find("adaptive-adjustable identical - - - -"), std::string::npos) << ran.out;
  EXPECT_NE(line.find("adaptive-adjustable: identical to adaptive-constant"), std::string::npos);
  EXPECT_NE(tool.read("r.html").find(">identical to adaptive-constant</td>"), std::string::npos);
}

TEST(CompareRanking, UsesSmallestAccuracyReached) {
  const Tool tool;
  tool.file("data.csv", samples());
  const std::string run = kLeastSquares + "--set l1:1 --steps open-loop,fixed:0.001 ";
  const Ran some = tool.run(run + "--accuracies 0.5,1e-12 --max-iterations 20 --result r.json");
  ASSERT_EQ(some.code, 0) << some.error;
  EXPECT_NE(in_one_line(some.out).find("By oracle calls, open-loop was first at 0.5 of the first "
                                       "gap: "),
            std::string::npos)
      << some.out;
  EXPECT_NE(in_one_line(some.out).find(", and no other rule reached it."), std::string::npos);
  const Ran none = tool.run(run + "--accuracies 1e-12 --max-iterations 3");
  ASSERT_EQ(none.code, 0) << none.error;
  EXPECT_NE(none.out.find("No rule reached 1e-12 of the first gap: there is no ranking."),
            std::string::npos);
}

TEST(CompareInvalidRules, AreRowsWithReason) {
  const Tool tool;
  const std::string run = "compare --objective levy --dim 5 --set box:-5:5 --max-iterations 9 ";
  const Ran ran = tool.run(
      run + "--steps open-loop,short,fixed:0.1 --traces t --result r.json --report r.html");
  EXPECT_EQ(ran.code, 4) << ran.error;
  const nlohmann::json runs = tool.json("r.json")["runs"];
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[1]["name"], "short");
  EXPECT_EQ(runs[1]["status"], "cannot run");
  const std::string why = runs[1]["message"];
  EXPECT_NE(why.find("lipschitz: is missing"), std::string::npos) << why;
  EXPECT_NE(in_one_line(ran.out).find("short cannot run - - - -"), std::string::npos) << ran.out;
  EXPECT_NE(in_one_line(ran.out).find("short: cannot run (" + why + ")"), std::string::npos);
  EXPECT_NE(tool.read("r.html").find("cannot run: lipschitz: is missing"), std::string::npos);
  EXPECT_FALSE(tool.has("t/short.csv"));
  for (const int i : {0, 2}) EXPECT_EQ(runs[i]["counts"]["iterations"], 9);
  EXPECT_TRUE(tool.has("t/fixed-0.1.csv"));

  const Ran quiet = tool.run(run + "--steps open-loop,short --quiet");
  EXPECT_EQ(quiet.code, 4);
  EXPECT_EQ(quiet.out, "");
  EXPECT_EQ(quiet.error, "acgd: short: cannot run (" + why + ")\n");
}

TEST(CompareInvalidRules, OfDirectionLeaveOthers) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective levy --dim 5 --set box:-5:5 --max-iterations 9 --steps open-loop "
      "--directions frank-wolfe,steepest-descent --result r.json");
  EXPECT_EQ(ran.code, 4) << ran.error;
  EXPECT_EQ(tool.json("r.json")["runs"][1]["status"], "cannot run");
  EXPECT_EQ(tool.json("r.json")["runs"][0]["counts"]["iterations"], 9);
}

TEST(CompareInvalidRules, OfAllRulesAreError) {
  const Tool tool;
  const std::string run = "compare --objective levy --dim 5 --set box:-5:5 --result r.json ";
  const Ran none = tool.run(run + "--steps short");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.error.find("lipschitz: is missing"), std::string::npos) << none.error;
  // Errors of the problem are not attributed to a rule.
  tool.file("x0.csv", "9\n0\n0\n0\n0\n");
  const Ran outside = tool.run(run + "--x0 x0.csv");
  EXPECT_EQ(outside.code, 2);
  EXPECT_TRUE(outside.error.starts_with("acgd: --x0")) << outside.error;
  EXPECT_EQ(outside.out, "");
  EXPECT_FALSE(tool.has("r.json"));
}

TEST(CompareRules, HaveOwnParametersBesidesFlags) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective levy --dim 5 --set box:-5:5 --max-iterations 5 --result r.json --steps "
      "adaptive-constant,adaptive-constant:gamma=0.5,adaptive-constant:0.5:3,open-loop:l=4 "
      "--directions frank-wolfe,blended-pairwise,blended-pairwise:lazy=true --gamma 0.75");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json runs = tool.json("r.json")["runs"];
  ASSERT_EQ(runs.size(), 12u);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto& options = runs[i]["options"];
    if (i % 4 < 3) {
      EXPECT_EQ(options["gamma"], i % 4 == 0 ? 0.75 : 0.5) << i;
    }
    if (i % 4 < 3) {
      EXPECT_EQ(options["beta"], i % 4 == 2 ? 3 : 2) << i;
    }
    if (i % 4 == 3) {
      EXPECT_EQ(options["l"], 4) << i;
    }
    EXPECT_EQ(options["direction"], i < 4 ? "frank-wolfe" : "blended-pairwise");
    if (i >= 4) {
      EXPECT_EQ(options["lazy"], i >= 8) << i;
    }
  }
  EXPECT_EQ(runs[9]["name"], "blended-pairwise:lazy=true+adaptive-constant:gamma=0.5");
  expect_at_most_80_columns(ran.out);
}

TEST(CompareRules, DuplicatesAreRejected) {
  const std::string levy = "compare --objective levy --dim 3 --set l1:1 ";
  const std::map<std::string, std::string> sentences = {
      {"--steps fixed:0.1,fixed:length=1e-1",
       "--steps = fixed:length=1e-1: is the same rule as fixed:0.1: one of them is enough"},
      {"--steps adaptive-constant,adaptive-constant:gamma=0.5 --gamma 0.5",
       "--steps = adaptive-constant:gamma=0.5: is the same rule as adaptive-constant: one of them "
       "is enough"},
      {"--directions pairwise,pairwise:lazy=false",
       "--directions = pairwise:lazy=false: is the same rule as pairwise: one of them is enough"},
      {"--steps open-loop,open-loop", "--steps = open-loop,open-loop: open-loop is given twice"}};
  for (const auto& [flags, sentence] : sentences) {
    const Ran ran = Tool().run(levy + flags);
    EXPECT_EQ(ran.code, 2) << flags;
    EXPECT_EQ(ran.error, "acgd: " + sentence + "\n");
  }
}

}  // namespace
}  // namespace acgd_test
