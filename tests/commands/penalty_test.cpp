// --penalty: lambda times a gauge, and bounds that may be infinite, against closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// Two orthogonal features: each coefficient has its own formula.
const std::string kPenaltyTable = "a,b,y\n2,0,3\n0,1,-1\n";
const std::string kSolveWithPenalty = "solve --objective least-squares --data t.csv --penalty ";

std::vector<double> penalized_solution(const Tool& tool, const std::string& words) {
  const Ran ran = tool.run(words + " --solution x.json --result r.json");
  EXPECT_EQ(ran.code, 0) << words << ": " << ran.error;
  return tool.json("x.json")["x"].get<std::vector<double>>();
}

void expect_solution(const std::vector<double>& x, double a, double b) {
  ASSERT_EQ(x.size(), 2U);
  EXPECT_NEAR(x[0], a, 1e-5);
  EXPECT_NEAR(x[1], b, 1e-5);
}

// (2 a - 3)^2 + (b + 1)^2 + l (|a| + |b|) is lowest at a = (12 - l) / 8, b = l / 2 - 1 for l <= 2.
TEST(PenaltyOption, LassoMatchesFormula) {
  const Tool tool;
  tool.file("t.csv", kPenaltyTable);
  expect_solution(penalized_solution(tool, kSolveWithPenalty + "l1:1 --gap-tolerance 1e-12"), 1.375,
                  -0.5);
  const nlohmann::json json = tool.json("r.json");
  EXPECT_NEAR(json["value"].get<double>(), 0.0625 + 0.25 + 1.875, 1e-9);
  EXPECT_NEAR(json["penalty"].get<double>(), 1.875, 1e-6);
  EXPECT_TRUE(json["problem"].contains("penalty"));
  EXPECT_FALSE(json["problem"].contains("set"));
  const Ran ran = tool.run(kSolveWithPenalty + "l1:1");
  EXPECT_NE(ran.out.find("penalty"), std::string::npos) << ran.out;
}

TEST(PenaltyOption, RidgeAddsElasticNet) {
  const Tool tool;
  tool.file("t.csv", kPenaltyTable);
  // 8 a - 12 + l + r a = 0, 2 (b + 1) - l + r b = 0
  expect_solution(
      penalized_solution(tool, kSolveWithPenalty + "l1:1 --ridge 2 --gap-tolerance 1e-12"), 1.1,
      -0.25);
}

TEST(PenaltyOption, BoundsAndBlocks) {
  const Tool tool;
  tool.file("t.csv", kPenaltyTable);
  expect_solution(penalized_solution(tool, kSolveWithPenalty + "nonnegative"), 1.5, 0);
  expect_solution(penalized_solution(tool, kSolveWithPenalty + "box:-0.5:inf"), 1.5, -0.5);
  expect_solution(penalized_solution(tool, kSolveWithPenalty + "free"), 1.5, -1);
  expect_solution(penalized_solution(tool, kSolveWithPenalty + "product:1*free,1*l1:1"), 1.5, -0.5);
}

TEST(PenaltyOption, ModelAndReportNameIt) {
  const Tool tool;
  tool.file("t.csv", kPenaltyTable);
  const Ran ran = tool.run(kSolveWithPenalty + "l1:1 --model m.json --report r.html");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_EQ(tool.json("m.json")["penalty"], "l1:1");
  const Ran predicted = tool.run("predict --model m.json --data t.csv --output p.csv");
  EXPECT_EQ(predicted.code, 0) << predicted.error;
}

TEST(PathLambdas, FitsHaveThesePenalties) {
  const Tool tool;
  std::string table = "a,b,y\n";
  for (int i = 0; i < 30; ++i) {
    table += fmt::format("{},{},{}\n", i % 7, i % 5, 2 * (i % 7) - i % 3);
  }
  tool.file("t.csv", table);
  const std::string words = "path --objective least-squares --data t.csv --intercept --folds 3 ";
  const Ran ran = tool.run(words + "--lambdas 1:0.01:5 --result p.json --model m.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json fits = tool.json("p.json")["fits"];
  ASSERT_EQ(fits.size(), 5U);
  EXPECT_NEAR(fits[0]["lambda"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(fits[4]["lambda"].get<double>(), 0.01, 1e-12);
  EXPECT_LT(fits[0]["radius"].get<double>(), fits[4]["radius"].get<double>());
  EXPECT_EQ(tool.run(words + "--lambdas auto:4").code, 0);
  for (const char* bad : {"--lambdas 1", "--lambdas x:1:2", "--lambdas auto --radii 1:2:3"}) {
    const Ran refused = tool.run(words + bad);
    EXPECT_NE(refused.code, 0) << bad;
    EXPECT_NE(refused.error.find("lambdas"), std::string::npos) << refused.error;
  }
}

TEST(PenaltyOption, ErrorsNameIt) {
  const Tool tool;
  tool.file("t.csv", kPenaltyTable);
  for (const std::string words :
       {"l1", "l1:-1", "l1:x", "box:0", "nonnegative:1", "simplex:1", "l9:1", "birkhoff", "",
        "l1:1 --set l1:1", "l1:1 --mode unconstrained", "l1:1 --x0 vertex"}) {
    const Ran ran = tool.run(kSolveWithPenalty + words);
    EXPECT_NE(ran.code, 0) << words;
    EXPECT_TRUE(ran.error.find("penalty") != std::string::npos) << words << ": " << ran.error;
  }
}

}  // namespace
}  // namespace acgd_test
