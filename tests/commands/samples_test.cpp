// Flags for samples: roles of columns, weights, missing values, intercept, scaling.
#include <gtest/gtest.h>

#include <cmath>

#include "commands/tool.hpp"

namespace acgd_test {
namespace {

const std::string kLogistic = "solve --objective logistic --set l1:3 ";
const std::string kSquares = "solve --objective least-squares --set l1:5 --gap-tolerance 1e-10 ";

TEST(Samples, UseNamedTargetColumn) {
  const Tool tool;
  tool.file("last.csv", "a,b,y\n1,0,3\n0,1,-2\n1,1,1\n");
  tool.file("first.csv", "y,a,b\n3,1,0\n-2,0,1\n1,1,1\n");
  ASSERT_EQ(tool.run(kSquares + "--data last.csv --solution x.csv").code, 0);
  for (const std::string column : {"y", "1", "-3"}) {
    const Ran ran = tool.run(kSquares + "--data first.csv --target-column " + column +
                             " --solution z.csv --result r.json");
    ASSERT_EQ(ran.code, 0) << ran.error;
    EXPECT_EQ(tool.read("z.csv"), tool.read("x.csv")) << column;
    EXPECT_TRUE(tool.read("z.csv").starts_with("a,b\n")) << tool.read("z.csv");
    EXPECT_NE(ran.out.find("column y of first.csv"), std::string::npos) << ran.out;
    EXPECT_EQ(tool.json("r.json")["problem"]["targets"], "column y of first.csv");
  }
}

TEST(Samples, AreReportedWithPreprocessing) {
  const Tool tool;
  tool.file("t.csv", "a,w,kind\n1,2,no\n2,1,yes\n,1,no\n3,1,?\n4,3,no\n");
  const Ran ran = tool.run(kLogistic +
                           "--data t.csv --weights w --class-weights balanced --missing drop "
                           "--intercept --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("3 samples of 1 features, 2 samples with missing cells left out, labels "
                         "no/yes taken as -1/+1, weights: column w of t.csv, classes balanced; "
                         "header: a,w,kind"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("last column of t.csv: kind"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("  intercept  "), std::string::npos) << ran.out;
  const nlohmann::json json = tool.json("r.json"), problem = json["problem"];
  EXPECT_EQ(problem["classes"], (nlohmann::json{"no", "yes"}));
  EXPECT_EQ(problem["dropped"], 2);
  EXPECT_EQ(problem["filled"], 0);
  EXPECT_EQ(problem["missing"], "drop");
  EXPECT_EQ(problem["weights"], "column w of t.csv");
  EXPECT_EQ(problem["class-weights"], "balanced");
  EXPECT_EQ(json["intercept"].size(), 1u);
}

// The best constant alone is the mean, or the log odds: x = 0 where no feature helps.
TEST(Samples, InterceptIsNotConstrained) {
  const Tool tool;
  tool.file("t.csv", "x,y\n1,10\n-1,10\n1,40\n-1,40\n");
  ASSERT_EQ(tool.run(kSquares + "--data t.csv --intercept --result r.json").code, 0);
  EXPECT_NEAR(tool.json("r.json")["intercept"][0].get<double>(), 25, 1e-6);
  EXPECT_NEAR(tool.json("r.json")["value"].get<double>(), 4 * 15 * 15, 1e-6);
  tool.file("c.csv", "x,y\n1,no\n-1,no\n1,no\n-1,no\n1,no\n-1,no\n1,yes\n-1,yes\n");
  ASSERT_EQ(tool.run(kLogistic + "--data c.csv --intercept --result r.json").code, 0);
  EXPECT_NEAR(tool.json("r.json")["intercept"][0].get<double>(), std::log(2.0 / 6), 1e-6);
}

// Both columns vary by 2 around 1 and 30; half of the second is its standard deviation / 20.
TEST(Samples, AreStandardizedInRunAndReportedInOwnUnits) {
  const Tool tool;
  tool.file("raw.csv", "a,b,y\n-1,10,1\n3,50,4\n-1,50,2\n3,10,3\n");
  tool.file("unit.csv", "a,b,y\n-1,-1,1\n1,1,4\n-1,1,2\n1,-1,3\n");
  const std::string solve = "solve --objective least-squares --set l1:0.7 --gap-tolerance 1e-12 ";
  ASSERT_EQ(tool.run(solve + "--data unit.csv --intercept --solution u.csv --result u.json").code,
            0);
  const Ran ran = tool.run(solve +
                           "--data raw.csv --intercept --standardize --solution r.csv --result "
                           "r.json --model m.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const auto unit = rows_of(tool.read("u.csv"))[0], raw = rows_of(tool.read("r.csv"))[0];
  EXPECT_NEAR(raw[0], unit[0] / 2, 1e-9);
  EXPECT_NEAR(raw[1], unit[1] / 20, 1e-9);
  EXPECT_NEAR(tool.json("r.json")["value"].get<double>(), tool.json("u.json")["value"], 1e-9);
  const nlohmann::json model = tool.json("m.json");
  EXPECT_EQ(model["scaling"]["center"], (nlohmann::json{1.0, 30.0}));
  EXPECT_EQ(model["scaling"]["scale"], (nlohmann::json{2.0, 20.0}));
  EXPECT_NEAR(model["intercept"][0].get<double>(), 2.5 - raw[0] - 30 * raw[1], 1e-9);
  // The solution is a valid start of another run.
  ASSERT_EQ(tool.run(solve + "--data raw.csv --intercept --standardize --x0 r.csv "
                             "--max-iterations 0 --result again.json")
                .code,
            0);
  EXPECT_NEAR(tool.json("again.json")["value"].get<double>(), tool.json("r.json")["value"], 1e-12);
}

TEST(Samples, StaySparseWhenStandardized) {
  const Tool tool;
  tool.file("t.txt", "1 1:2\n-1 3:4\n1 1:2 3:4\n-1 2:1\n");
  const Ran ran = tool.run(
      "solve --objective logistic --data t.txt --set l1:3 --intercept --standardize --model "
      "m.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const nlohmann::json scaling = tool.json("m.json")["scaling"];
  EXPECT_FALSE(scaling.contains("center"));
  // Means 1, 1/4 and 2 over four samples.
  EXPECT_NEAR(scaling["scale"][0].get<double>(), 1, 1e-15);
  EXPECT_NEAR(scaling["scale"][1].get<double>(), std::sqrt(3.0) / 4, 1e-15);
  EXPECT_NEAR(scaling["scale"][2].get<double>(), 2, 1e-15);
}

TEST(Samples, WeightOfTwoEqualsDuplicate) {
  const Tool tool;
  tool.file("w.csv", "a,b,w,y\n1,2,2,3\n0,1,1,1\n2,1,1,0\n");
  tool.file("t.csv", "a,b,y\n1,2,3\n1,2,3\n0,1,1\n2,1,0\n");
  for (const std::string more : {"", "--intercept "}) {
    ASSERT_EQ(tool.run(kSquares + more + "--data w.csv --weights w --result w.json").code, 0);
    ASSERT_EQ(tool.run(kSquares + more + "--data t.csv --result t.json").code, 0);
    EXPECT_NEAR(tool.json("w.json")["value"].get<double>(), tool.json("t.json")["value"], 1e-8);
  }
}

TEST(Samples, ErrorsNameFlagsAsTyped) {
  const Tool tool;
  tool.file("t.csv", "a,b,y\n1,2,3\n4,,6\n");
  const auto refused = [&](const std::string& words) {
    const Ran ran = tool.run(words);
    EXPECT_EQ(ran.code, 2) << words;
    return ran.error;
  };
  const std::string run = kSquares + "--data t.csv ";
  EXPECT_EQ(refused(run),
            "acgd: t.csv:3:3: cell \"\" of column 2 (b) is missing: --missing drop leaves such "
            "samples out, --missing mean puts the mean of the column there\n");
  EXPECT_EQ(refused(run + "--missing zero"),
            "acgd: --missing = zero: must be one of refuse, drop, mean\n");
  EXPECT_EQ(refused(run + "--target-column price"),
            "acgd: --target-column = price: no column of t.csv is called so\n");
  EXPECT_EQ(refused(run + "--class-weights balanced"),
            "acgd: --class-weights: not used by the objective least-squares\n");
  EXPECT_EQ(refused(run + "--weights y"), "acgd: --weights = y: is the column of the targets\n");
}

}  // namespace
}  // namespace acgd_test
