#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "acgd/version.hpp"
#include "cli/tool.hpp"

namespace acgd_test {
namespace {

std::set<std::string> flags_in(const std::string& text) {
  static const std::regex flag("--[A-Za-z0-9][A-Za-z0-9-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), flag), std::sregex_token_iterator()};
}

TEST(AcgdHelp, NamesEveryFlagThatScriptsRelyOn) {
  const std::set<std::string> flags = flags_in(Tool().run("help solve").out);
  for (const char* flag : {"--objective",
                           "--data",
                           "--labels",
                           "--features",
                           "--targets",
                           "--Q",
                           "--b",
                           "--loss",
                           "--dim",
                           "--set",
                           "--mode",
                           "--step",
                           "--gamma",
                           "--beta",
                           "--delta",
                           "--period",
                           "--counting",
                           "--initial-lipschitz",
                           "--lipschitz",
                           "--norm",
                           "--x0",
                           "--optimal-value",
                           "--value-tolerance",
                           "--time-limit",
                           "--threads",
                           "--seed",
                           "--quiet",
                           "--trace",
                           "--trace-every",
                           "--checkpoint",
                           "--checkpoint-every",
                           "--resume",
                           "--result",
                           "--solution",
                           "--report",
                           "--svg",
                           "--test",
                           "--test-targets",
                           "--max-iterations",
                           "--gap-tolerance"}) {
    EXPECT_TRUE(flags.contains(flag)) << flag;
  }
}

TEST(AcgdHelp, EveryFlagOfTheHelpExists) {
  const Tool tool;
  for (const std::string command : {"solve", "compare", "reproduce"}) {
    for (const std::string& flag : flags_in(tool.run("help " + command).out)) {
      // An unknown flag is named in the message; a known one is missing its value, or runs into
      // what else is wrong here.
      const std::string wrong = command == "reproduce" ? " no-such-experiment " : " ";
      const Ran ran = tool.run(command + wrong + flag);
      EXPECT_EQ(ran.error.find("unknown flag: " + flag), std::string::npos) << command << ran.error;
    }
  }
}

TEST(AcgdList, HasAllThatTheToolTakes) {
  const std::string all = Tool().run("list").out;
  for (const char* name : {"l1:R",
                           "l2:R",
                           "linf:R",
                           "lp:P:R",
                           "simplex",
                           "unit-simplex",
                           "box:LO:HI",
                           "nuclear:R",
                           "spectral:R",
                           "dag:EDGES.csv",
                           "hull:FILE",
                           "least-squares",
                           "logistic",
                           "sigmoid",
                           "huber",
                           "squared-hinge",
                           "poisson",
                           "quadratic",
                           "completion",
                           "matrix-balancing",
                           "rosenbrock",
                           "levy",
                           "levy-textbook",
                           "zakharov",
                           "sum-of-squares",
                           "adaptive-constant",
                           "adaptive-adjustable",
                           "backtracking",
                           "short",
                           "open-loop",
                           "line-search",
                           "secant",
                           "nonconvex",
                           "fixed:T",
                           "lasso",
                           "collaborative",
                           "video"}) {
    EXPECT_NE(all.find(name), std::string::npos) << name;
  }
}

TEST(AcgdVersion, IsTold) { EXPECT_EQ(Tool().run("--version").out, "acgd " ACGD_VERSION "\n"); }

TEST(AcgdCompare, PutsTheRulesSideBySide) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective levy --dim 20 --set box:-5:5 --steps adaptive-constant,fixed:0.1,short "
      "--lipschitz 100 --gamma 0.5 --max-iterations 30 --traces traces --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  for (const char* file : {"adaptive-constant.csv", "fixed-0.1.csv", "short.csv"}) {
    EXPECT_EQ(rows_of(bytes_of(tool.path("traces") / file)).size(), 31u) << file;
    EXPECT_NE(ran.out.find(file[0] == 'f' ? "fixed:0.1" : "short"), std::string::npos);
  }
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["runs"].size(), 3u);
  EXPECT_EQ(json["runs"][0]["options"]["gamma"], 0.5);
  EXPECT_EQ(json["runs"][2]["options"]["lipschitz"], 100);
}

TEST(AcgdReproduce, MakesTablesTracesJsonAndAPage) {
  const Tool tool;
  const Ran ran = tool.run(
      "reproduce matrix-balancing rosenbrock --quick --twin --strategies backtracking,open-loop "
      "--traces traces --result r.json --report r.html --svg pictures");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("synthetic twin"), std::string::npos) << ran.out;
  const nlohmann::json json = tool.json("r.json");
  ASSERT_EQ(json["experiments"].size(), 2u);
  EXPECT_EQ(json["experiments"][0]["runs"].size(), 2u);
  EXPECT_EQ(json["experiments"][1]["runs"][0]["values_of_seeds"].size(), 5u);
  EXPECT_TRUE(tool.has("traces/matrix-balancing-open-loop.csv"));
  EXPECT_TRUE(tool.has("pictures/rosenbrock-gap.svg"));
  EXPECT_NE(tool.read("r.html").find("Rosenbrock"), std::string::npos);
}

TEST(AcgdReproduce, IsTheSameFromTheSameSeed) {
  const Tool tool;
  const std::string words = "reproduce logistic --quick --twin --quiet --traces ";
  ASSERT_EQ(tool.run(words + "a").code, 0);
  ASSERT_EQ(tool.run(words + "b").code, 0);
  ASSERT_EQ(tool.run(words + "c --seed 2").code, 0);
  const auto column = [&](const std::string& folder) {
    std::vector<double> values;
    for (const auto& row : rows_of(tool.read(folder + "/logistic-backtracking.csv"))) {
      values.push_back(row[2]);
    }
    return values;
  };
  EXPECT_EQ(column("a"), column("b"));
  EXPECT_NE(column("a"), column("c"));
}

TEST(AcgdReproduce, RefusesWhatThereIsNot) {
  const Ran experiment = Tool().run("reproduce laso");
  EXPECT_EQ(experiment.code, 2);
  EXPECT_NE(experiment.error.find("lasso"), std::string::npos) << experiment.error;
  EXPECT_EQ(Tool().run("reproduce lasso --quick --strategies fast").code, 2);
  EXPECT_EQ(Tool().run("reproduce logistic --quick --data nowhere").code, 2);
}

}  // namespace
}  // namespace acgd_test
