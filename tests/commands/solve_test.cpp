#include "acgd/solve/solve.hpp"

#include <gtest/gtest.h>

#include "acgd/objective/models.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/version.hpp"
#include "commands/tool.hpp"
#include "support/npy.hpp"

namespace acgd_test {
namespace {

using acgd::Matrix;
using acgd::Vector;

/// Five samples of three features.
constexpr const char* kSamples =
    "+1 1:0.5 3:-1.25\n-1 2:2\n+1 1:1 2:0.1 3:0.3\n-1 1:-2 3:1\n+1 3:-0.5\n";
constexpr const char* kSolve = "solve --objective logistic --data data.txt --set l1:3";

TEST(AcgdSolve, GivesBitsOfLibrary) {
  const Tool tool;
  tool.file("data.txt", kSamples);
  const Ran ran = tool.run(std::string(kSolve) +
                           " --step adaptive-constant --max-iterations 40 --gap-tolerance 1e-9 "
                           "--trace t.csv --result r.json --solution x.npy");
  ASSERT_EQ(ran.code, 0) << ran.error;

  const Matrix a{{0.5, 0, -1.25}, {0, 2, 0}, {1, 0.1, 0.3}, {-2, 0, 1}, {0, 0, -0.5}};
  const acgd::SparseMatrix sparse = a.sparseView();
  const auto f = acgd::logistic(sparse, Vector{{1, -1, 1, -1, 1}});
  const acgd::Result result = acgd::minimize(f, acgd::L1Ball(3, 3),
                                             {.step = acgd::AdaptiveConstant{},
                                              .max_iterations = 40,
                                              .gap_tolerance = 1e-9,
                                              .trace = true});
  const auto rows = rows_of(tool.read("t.csv"));
  ASSERT_EQ(rows.size(), result.trace.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const acgd::Record& record = result.trace[k];
    EXPECT_EQ(rows[k][0], static_cast<double>(k));
    EXPECT_EQ(rows[k][2], record.value);
    EXPECT_EQ(rows[k][3], record.gap);
    if (k + 1 == rows.size()) {
      EXPECT_TRUE(std::isnan(rows[k][4]) && std::isnan(rows[k][5]) && std::isnan(rows[k][6]));
    } else {
      EXPECT_EQ(rows[k][4], record.step);
      EXPECT_EQ(rows[k][5], record.lipschitz);
      EXPECT_EQ(rows[k][6], record.backtracks);
    }
  }
  EXPECT_EQ(Vector(read_npy(tool.path("x.npy")).col(0)), result.x);
  const nlohmann::json json = tool.json("r.json");
  EXPECT_EQ(json["value"], result.value);
  EXPECT_EQ(json["gap"], result.gap);
  EXPECT_EQ(json["message"], result.message);
  EXPECT_EQ(json["counts"]["trials"], result.counts.trials);
  EXPECT_EQ(json["options"]["step"], "adaptive-constant");
  EXPECT_EQ(json["options"]["gamma"], 0.25);
  EXPECT_EQ(json["version"], ACGD_VERSION);
}

TEST(AcgdSolve, FindsProjectionOnSimplex) {
  // min ||x - b||^2 over the simplex, b = (0.9, 0.4, -1): the projection is (0.75, 0.25, 0).
  const Tool tool;
  tool.file("a.csv", "1,0,0\n0,1,0\n0,0,1\n");
  tool.file("b.csv", "0.9\n0.4\n-1\n");
  const Ran ran = tool.run(
      "solve --objective least-squares --data a.csv --targets b.csv --set simplex "
      "--step line-search --gap-tolerance 1e-7 --max-iterations 100000 --solution x.npy");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const Vector x = read_npy(tool.path("x.npy")).col(0);
  EXPECT_LT((x - Vector{{0.75, 0.25, 0}}).norm(), 1e-3);
}

// A path of 7 nodes, three of which touch all 6 edges: 1, 3 and 5.
TEST(AcgdSolve, ContinuousGreedyReachesOneMinusOneOverEOfOptimum) {
  const Tool tool;
  std::string q, b;
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 7; ++j) q += (j == 0 ? "" : ",") + std::to_string(std::abs(i - j) == 1);
    q += "\n";
    b += i == 0 || i == 6 ? "-1\n" : "-2\n";
  }
  tool.file("q.csv", q);
  tool.file("b.csv", b);
  const std::string solve =
      "solve --objective quadratic --Q q.csv --b b.csv --mode continuous-greedy ";
  const Ran ran = tool.run(
      solve + "--set hypersimplex:3 --max-iterations 100 --solution x.npy --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("steps taken (100 steps of 1/100"), std::string::npos) << ran.out;
  const nlohmann::json json = tool.json("r.json");
  EXPECT_LE(double(json["value"]), -(1 - std::exp(-1)) * 6);
  EXPECT_EQ(json["counts"]["iterations"], 100);
  const Vector x = read_npy(tool.path("x.npy")).col(0);
  EXPECT_NEAR(x.sum(), 3, 1e-12);
  EXPECT_LE(x.maxCoeff(), 1);

  const auto refusal = [&](const std::string& words) {
    const Ran refused = tool.run(solve + words);
    EXPECT_EQ(refused.code, 2) << words;
    return refused.error;
  };
  EXPECT_NE(refusal("--set l1:1").find("vectors >= 0"), std::string::npos);
  EXPECT_NE(refusal("--set simplex --step short").find("continuous-greedy"), std::string::npos);
  EXPECT_NE(refusal("--set simplex --gap-tolerance 1").find("all its steps"), std::string::npos);
  EXPECT_NE(refusal("--set simplex --max-iterations 0").find("max-iterations"), std::string::npos);
  EXPECT_NE(refusal("--set simplex --x0 vertex").find("x0"), std::string::npos);
}

// f = 2 x^2: the gradients at 3 and 1 are 12 and 4.
TEST(AcgdSolve, AcceptsInputsOfPapersAlgorithm) {
  const Tool tool;
  tool.file("q.csv", "4\n");
  tool.file("x0.csv", "3\n");
  tool.file("before.csv", "1\n");
  const std::string solve =
      "solve --objective quadratic --Q q.csv --set l2:1 --mode unconstrained --x0 x0.csv --delta 0 "
      "--gamma 1 --max-iterations 2 --trace t.csv ";
  ASSERT_EQ(tool.run(solve + "--x-previous before.csv --t-max 0.5").code, 0);
  auto rows = rows_of(tool.read("t.csv"));
  EXPECT_EQ(rows[0][4], 0.5);
  EXPECT_EQ(rows[0][5], 4);
  EXPECT_EQ(rows[1][4], 0.5);
  const Ran idle = tool.run(solve + "--x-previous before.csv --step short");
  EXPECT_EQ(idle.code, 2);
  const Ran both = tool.run(solve + "--x-previous before.csv --initial-lipschitz 3");
  EXPECT_NE(both.error.find("x_previous"), std::string::npos) << both.error;
}

TEST(AcgdSolve, DescendsInGaugeAndRejectsSetsWithoutZeroInside) {
  const Tool tool;
  tool.file("q.csv", "2,0\n0,1\n");
  tool.file("b.csv", "-2\n3\n");
  const std::string solve = "solve --objective quadratic --Q q.csv --b b.csv --mode unconstrained ";
  const Ran ran = tool.run(solve + "--set box:-1:2 --gap-tolerance 1e-9 --solution x.npy");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_NE(ran.out.find("gauge"), std::string::npos) << ran.out;
  EXPECT_LT((Vector(read_npy(tool.path("x.npy")).col(0)) - Vector{{1, -3}}).norm(), 1e-8);
  for (const char* set : {"simplex", "box:0:1"}) {
    const Ran refused = tool.run(solve + "--set " + set);
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.error.find("interior"), std::string::npos) << refused.error;
  }
}

TEST(AcgdSolve, LastColumnOfTableIsTarget) {
  const Tool tool;
  tool.file("table.csv", "size,age,price\n1,0,3\n0,1,-2\n1,1,1\n");
  const Ran ran = tool.run(
      "solve --objective least-squares --data table.csv --set l2:10 --step line-search "
      "--solution x.npy --test table.csv --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_LT((Vector(read_npy(tool.path("x.npy")).col(0)) - Vector{{3, -2}}).norm(), 1e-2);
  EXPECT_LT(tool.json("r.json")["test"]["rmse"], 1e-2);
}

TEST(AcgdSolve, WritesFactorsOfLowRankSolution) {
  const Tool tool;
  std::string ratings;
  for (int i = 1; i <= 6; ++i) {
    for (int j = 1; j <= 5; ++j) {
      if ((i + j) % 4 != 0) {
        ratings += std::to_string(i) + "," + std::to_string(j) + "," + std::to_string(i * j) + "\n";
      }
    }
  }
  tool.file("ratings.csv", ratings);
  tool.file("held.csv", "4,4,16\n1,3,3\n");
  const Ran ran = tool.run(
      "solve --objective completion --data ratings.csv --loss squared --set nuclear:75 "
      "--max-iterations 3000 --solution x.npy --test held.csv --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  const Matrix left = read_npy(tool.path("x.left.npy")), right = read_npy(tool.path("x.right.npy"));
  const Matrix x = left * right.transpose();
  ASSERT_EQ(x.rows(), 6);
  ASSERT_EQ(x.cols(), 5);
  EXPECT_NEAR(x(1, 2), 6, 0.5);
  const Vector errors{{x(3, 3) - 16, x(0, 2) - 3}};
  EXPECT_NEAR(tool.json("r.json")["test"]["rmse"].get<double>(), errors.norm() / std::sqrt(2.0),
              1e-12);
}

TEST(AcgdSolve, DescendsInUnconstrainedMode) {
  const Tool tool;
  const Ran ran = tool.run(
      "solve --objective zakharov --dim 3 --set l2:1 --mode unconstrained --x0 gaussian --seed 4 "
      "--gap-tolerance 1e-7 --result r.json");
  ASSERT_EQ(ran.code, 0) << ran.error;
  EXPECT_LT(tool.json("r.json")["value"], 1e-10);
}

TEST(AcgdSolve, QuietRunPrintsNothingAndGivesSameResult) {
  const Tool tool;
  tool.file("data.txt", kSamples);
  const Ran loud = tool.run(std::string(kSolve) + " --max-iterations 20 --solution a.npy");
  const Ran quiet = tool.run(std::string(kSolve) + " --max-iterations 20 --solution b.npy --quiet");
  EXPECT_NE(loud.out, "");
  EXPECT_EQ(quiet.out, "");
  EXPECT_EQ(quiet.error, "");
  EXPECT_EQ(loud.error, "") << "no live line without a terminal";
  EXPECT_EQ(tool.read("a.npy"), tool.read("b.npy"));
}

TEST(AcgdSolve, ShowsProgressOnTerminalOnly) {
  const Tool tool;
  const std::string words =
      "solve --objective rosenbrock --dim 50 --set box:-2:2 --step fixed:1e-9 --time-limit 0.6 "
      "--max-iterations 100000000";
  const Ran shown = tool.run_on_terminal(words);
  ASSERT_EQ(shown.code, 0) << shown.out;
  EXPECT_NE(shown.out.find("iteration "), std::string::npos) << shown.out;
  EXPECT_EQ(tool.run_on_terminal(words + " --quiet").out, "");
  EXPECT_EQ(tool.run(words).error, "");
}

}  // namespace
}  // namespace acgd_test
