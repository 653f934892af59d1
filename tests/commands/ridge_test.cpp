// --ridge: l/2 ||x||^2 added to a loss of samples, against closed forms.
#include <gtest/gtest.h>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

/// Two orthogonal features: each coefficient has its own formula.
const std::string kOrthogonal = "a,b,y\n2,0,3\n0,1,-1\n";

std::vector<double> solution(const Tool& tool, const std::string& words) {
  const Ran ran = tool.run(words + " --gap-tolerance 1e-12 --solution x.json --result r.json");
  EXPECT_EQ(ran.code, 0) << ran.error;
  return tool.json("x.json")["x"].get<std::vector<double>>();
}

// (2 a - 3)^2 + (b + 1)^2 + l/2 (a^2 + b^2) is lowest at a = 12 / (8 + l), b = -2 / (2 + l).
TEST(Ridge, SolutionMatchesFormula) {
  const Tool tool;
  tool.file("t.csv", kOrthogonal);
  const std::string words = "solve --objective least-squares --data t.csv --set l1:9 --ridge 4";
  const std::vector<double> x = solution(tool, words);
  EXPECT_NEAR(x[0], 1, 1e-6);
  EXPECT_NEAR(x[1], -1.0 / 3, 1e-6);
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["problem"]["ridge"], 4);
  EXPECT_NEAR(json["value"].get<double>(), 1 + 4.0 / 9 + 2 * (1 + 1.0 / 9), 1e-6);
  EXPECT_NE(tool.run(words).out.find("and a ridge of 4"), std::string::npos);
  ASSERT_EQ(tool.run(words + " --model m.json").code, 0);
  EXPECT_EQ(tool.json("m.json")["ridge"], 4);
}

TEST(Ridge, ZeroIsNoRidge) {
  const Tool tool;
  tool.file("t.csv", kOrthogonal);
  const std::string words = "solve --objective huber --data t.csv --set l1:1 --intercept";
  EXPECT_EQ(solution(tool, words), solution(tool, words + " --ridge 0"));
  EXPECT_FALSE(tool.json("r.json")["problem"].contains("ridge"));
  ASSERT_EQ(tool.run(words + " --model m.json").code, 0);
  EXPECT_FALSE(tool.json("m.json").contains("ridge"));
}

TEST(Ridge, AppliesToEveryLossOfSamplesAndNoOther) {
  const Tool tool;
  tool.file("t.csv", "a,b,y\n1,0,0\n0,1,1\n2,1,1\n1,1,0\n");
  for (const std::string name :
       {"least-squares", "logistic", "softmax", "sigmoid", "huber", "squared-hinge", "poisson"}) {
    const std::string words = " --objective " + name + " --data t.csv --ridge 0.5";
    const Ran solve = tool.run("solve --set l1:1 --max-iterations 5" + words);
    EXPECT_EQ(solve.code, 0) << name << ": " << solve.error;
    const Ran path = tool.run("path --radii 0.1:1:3 --folds 2 --result p.json" + words);
    EXPECT_EQ(path.code, 0) << name << ": " << path.error;
    EXPECT_TRUE(tool.json("p.json")["data"].get<std::string>().ends_with("and a ridge of 0.5"));
    EXPECT_EQ(tool.json("p.json")["ridge"], 0.5);
  }
  const Ran compare = tool.run(
      "compare --objective logistic --data t.csv --intercept --set l1:1 --ridge 0.5 "
      "--result c.json --steps adaptive-constant,line-search");
  EXPECT_EQ(compare.code, 0) << compare.error;
  // The same function, intercept included, with both steps.
  solution(tool, "solve --objective logistic --data t.csv --intercept --set l1:1 --ridge 0.5");
  const nlohmann::json runs = tool.json("c.json")["runs"];
  for (const auto& run : runs) {
    EXPECT_NEAR(run["value"].get<double>(), tool.json("r.json")["value"].get<double>(), 1e-6);
  }
  const Ran formula = tool.run("solve --objective rosenbrock --dim 3 --set l1:1 --ridge 1");
  EXPECT_EQ(formula.code, 2);
  EXPECT_NE(formula.error.find("ridge: not used by the objective rosenbrock"), std::string::npos)
      << formula.error;
  tool.file("r.csv", "1,1,5\n2,2,3\n");
  const Ran ratings = tool.run("path --objective completion --data r.csv --ridge 1");
  EXPECT_EQ(ratings.code, 2);
  EXPECT_NE(ratings.error.find("ridge: not used by the objective completion"), std::string::npos)
      << ratings.error;
}

TEST(Ridge, MustBeNonnegativeNumber) {
  const Tool tool;
  tool.file("t.csv", kOrthogonal);
  const std::string words = "solve --objective least-squares --data t.csv --set l1:9 --ridge ";
  EXPECT_NE(tool.run(words + "-1").error.find("ridge = -1: must be >= 0 and finite"),
            std::string::npos);
  EXPECT_NE(tool.run(words + "much").error.find("--ridge = much: must be a finite number"),
            std::string::npos)
      << tool.run(words + "much").error;
  EXPECT_EQ(tool.run(words + "inf").code, 2);
}

// The losses of a path are those of the samples alone; the fits include the ridge.
TEST(Ridge, IsNotPartOfLossesOfPath) {
  const Tool tool;
  tool.file("t.csv", kOrthogonal);
  const Ran ran = tool.run(
      "path --objective least-squares --data t.csv --ridge 2 --radii 1:20:5 --folds 0 "
      "--gap-tolerance 1e-12 --result p.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  // The mean of the squares: a = 12 / (8 + 2 l), b = -2 / (2 + 2 l) with l = 2.
  const nlohmann::json last = tool.json("p.json")["fits"].back();
  EXPECT_NEAR(last["loss"].get<double>(), 0.5 * (1 + 4.0 / 9), 1e-5) << last;
  EXPECT_NEAR(last["explained"].get<double>(), 1 - (1 + 4.0 / 9) / 10, 1e-5) << last;
}

}  // namespace
}  // namespace acgd_test
