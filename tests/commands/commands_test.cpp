#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "acgd/version.hpp"
#include "commands/tool.hpp"

namespace acgd_test {
namespace {

std::set<std::string> flags_in(const std::string& text) {
  static const std::regex flag("--[A-Za-z0-9][A-Za-z0-9-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), flag), std::sregex_token_iterator()};
}

TEST(AcgdHelp, HasEveryFlagThatScriptsUse) {
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
                           "--penalty",
                           "--mode",
                           "--step",
                           "--direction",
                           "--gamma",
                           "--beta",
                           "--delta",
                           "--period",
                           "--counting",
                           "--initial-lipschitz",
                           "--lipschitz",
                           "--growth",
                           "--shrink",
                           "--norm",
                           "--max-evaluations",
                           "--feasibility-tolerance",
                           "--check-oracle",
                           "--check-gradient",
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

TEST(AcgdHelp, EveryFlagOfHelpExists) {
  // The parser lists its flags at the beginnings of lines. Sentences name no others.
  static const std::regex declared("\n  (?:-[a-z],)?(--[A-Za-z0-9-]+)");
  for (const std::string command : {"solve", "compare", "path", "reproduce"}) {
    const std::string help = Tool().run("help " + command).out;
    const std::set<std::string> known{
        std::sregex_token_iterator(help.begin(), help.end(), declared, 1),
        std::sregex_token_iterator()};
    EXPECT_TRUE(known.contains("--help")) << help;
    EXPECT_EQ(flags_in(help), known);
  }
}

TEST(AcgdList, HasAllNames) {
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
                           "inverse-square-root",
                           "fixed",
                           "frank-wolfe",
                           "steepest-descent",
                           "lasso",
                           "collaborative",
                           "video"}) {
    EXPECT_NE(all.find(name), std::string::npos) << name;
  }
}

TEST(AcgdVersion, IsPrinted) { EXPECT_EQ(Tool().run("--version").out, "acgd " ACGD_VERSION "\n"); }

TEST(AcgdCompare, ShowsRulesSideBySide) {
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

TEST(AcgdCompare, DistinguishesVariantsOfOneRule) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective levy --dim 20 --set box:-5:5 --steps "
      "adaptive-constant:gamma=0.5:beta=3,adaptive-constant,open-loop:l=4 --max-iterations 5 "
      "--traces traces --result r.json --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const std::vector<std::string> names = {"adaptive-constant:gamma=0.5:beta=3", "adaptive-constant",
                                          "open-loop:l=4"};
  const nlohmann::json runs = tool.json("r.json")["runs"];
  ASSERT_EQ(runs.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(runs[i]["name"], names[i]);
    // A long one has a line of its own.
    const std::string end = names[i].size() > 30 ? "\n" : " ";
    EXPECT_NE(ran.out.find("\n" + names[i] + end), std::string::npos) << ran.out;
    EXPECT_NE(tool.read("r.html").find(names[i]), std::string::npos);
  }
  EXPECT_EQ(runs[0]["options"]["gamma"], 0.5);
  EXPECT_EQ(runs[0]["options"]["beta"], 3);
  EXPECT_EQ(runs[1]["options"]["beta"], 2);
  EXPECT_EQ(runs[2]["options"]["l"], 4);
  // t = l / (k + l) at k = 1
  EXPECT_DOUBLE_EQ(rows_of(tool.read("traces/open-loop-l=4.csv"))[1][4], 0.8);
  EXPECT_TRUE(tool.has("traces/adaptive-constant-gamma=0.5-beta=3.csv"));
}

TEST(AcgdCompare, RunsEachDirectionWithEachStep) {
  const Tool tool;
  const Ran ran = tool.run(
      "compare --objective levy --dim 20 --set box:-5:5 --steps short,open-loop --lipschitz 100 "
      "--directions auto,frank-wolfe --max-iterations 5 --result r.json --traces traces");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json runs = tool.json("r.json")["runs"];
  std::vector<std::string> names;
  for (const auto& run : runs) names.push_back(run["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"auto+short", "auto+open-loop", "frank-wolfe+short",
                                             "frank-wolfe+open-loop"}));
  EXPECT_EQ(runs[2]["options"]["direction"], "frank-wolfe");
  EXPECT_TRUE(tool.has("traces/frank-wolfe+short.csv"));
}

TEST(AcgdSolve, ReportsAllResolvedOptions) {
  const Tool tool;
  const std::string run = "solve --objective rosenbrock --dim 6 --set box:-2:2 --gap-tolerance 0 ";
  ASSERT_EQ(tool.run(run + "--max-evaluations 40 --check-gradient true --check-oracle --threads 1 "
                           "--feasibility-tolerance 1e-6 --step line-search:max-rounds=7 "
                           "--direction frank-wolfe --result r.json")
                .code,
            0);
  const nlohmann::json result = tool.json("r.json"), options = result["options"];
  EXPECT_EQ(result["status"], "evaluation limit");
  EXPECT_EQ(options["step"], "line-search");
  EXPECT_EQ(options["max-rounds"], 7);
  EXPECT_EQ(options["tolerance"], 1e-9);
  EXPECT_EQ(options["direction"], "frank-wolfe");
  EXPECT_EQ(options["norm"], "l2");
  EXPECT_EQ(options["max-evaluations"], 40);
  EXPECT_EQ(options["check-gradient"], true);
  EXPECT_EQ(options["check-oracle"], true);
  EXPECT_EQ(options["threads"], 1);
  EXPECT_EQ(options["feasibility-tolerance"], 1e-6);
  EXPECT_EQ(options["trace-every"], 1);
  for (const char* absent : {"time-limit", "optimal-value"}) {
    EXPECT_TRUE(options.contains(absent) && options[absent].is_null()) << absent;
  }
  ASSERT_EQ(tool.run(run + "--max-iterations 2 --result r.json").code, 0);
  EXPECT_EQ(tool.json("r.json")["options"]["initial-lipschitz"], "found by a probe");
  EXPECT_EQ(tool.json("r.json")["options"]["delta"], "1e-10 of the first estimate of L");
  EXPECT_EQ(tool.json("r.json")["options"]["counting"], "paper");
}

TEST(AcgdSolve, AcceptsOldWordsWithHint) {
  const Tool tool;
  const std::string run = "solve --objective levy --dim 3 --set l1:1 --max-iterations 3 --step ";
  const Ran rule = tool.run(run + "nonconvex --result r.json");
  EXPECT_EQ(rule.code, 0);
  EXPECT_EQ(rule.error, "acgd: nonconvex is called inverse-square-root now\n");
  EXPECT_EQ(tool.json("r.json")["options"]["step"], "inverse-square-root");
  const Ran parameter = tool.run(run + "backtracking --beta 3 --result r.json");
  EXPECT_EQ(parameter.error, "acgd: beta of backtracking is called growth now\n");
  EXPECT_EQ(tool.json("r.json")["options"]["growth"], 3);
  EXPECT_EQ(tool.run(run + "backtracking --growth 3").error, "");
}

TEST(AcgdReproduce, WritesTablesTracesJsonAndPage) {
  const Tool tool;
  const Ran ran = tool.run(
      "reproduce matrix-balancing rosenbrock --quick --synthetic --strategies "
      "backtracking,open-loop "
      "--traces traces --result r.json --report r.html --svg pictures");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("synthetic stand-in"), std::string::npos) << ran.out;
  const nlohmann::json json = tool.json("r.json");
  ASSERT_EQ(json["experiments"].size(), 2u);
  EXPECT_EQ(json["experiments"][0]["runs"].size(), 2u);
  EXPECT_EQ(json["experiments"][1]["runs"][0]["values_of_seeds"].size(), 5u);
  EXPECT_TRUE(tool.has("traces/matrix-balancing-open-loop.csv"));
  EXPECT_TRUE(tool.has("pictures/rosenbrock-gap.svg"));
  const std::string page = tool.read("r.html");
  for (const char* part :
       {"Rosenbrock", "<caption>Overview</caption>", "class=\"answer\"",
        "of 1 experiment, backtracking was first in 1.", "href=\"#run-rosenbrock\""}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(AcgdReproduce, SeedDeterminesResults) {
  const Tool tool;
  const std::string words = "reproduce logistic --quick --synthetic --quiet --traces ";
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

TEST(AcgdReproduce, RejectsUnknownNames) {
  const Ran experiment = Tool().run("reproduce laso");
  EXPECT_EQ(experiment.code, 2);
  EXPECT_NE(experiment.error.find("lasso"), std::string::npos) << experiment.error;
  EXPECT_EQ(Tool().run("reproduce lasso --quick --strategies fast").code, 2);
  EXPECT_EQ(Tool().run("reproduce logistic --quick --data nowhere").code, 2);
}

}  // namespace
}  // namespace acgd_test
