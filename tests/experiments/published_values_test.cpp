// With the paper's data, its published values are reproduced.
#include <gtest/gtest.h>

#include "acgd/solve/solve.hpp"
#include "app/experiments/data.hpp"
#include "app/experiments/experiment.hpp"
#include "linalg/decompositions.hpp"
#include "support/data.hpp"

namespace acgd::experiments {
namespace {

/// The settings for the real data, if its `file` is available.
std::optional<Settings> real_data(const std::string& file) {
  const auto path = acgd_test::data_file(file);
  if (!path) return std::nullopt;
  std::filesystem::path folder = path->parent_path();
  if (file.find('/') != std::string::npos) folder = folder.parent_path();
  return Settings{.data = folder};
}

Result run(const Prepared& problem, const std::string& name) {
  Options options = problem.options;
  options.step = strategy(name, problem);
  return solve(problem.problem, options);
}

/// Every value within a relative tolerance of the published one.
void expect_published(const std::string& name, const Settings& settings, double share) {
  const Experiment& experiment = find(name);
  const Prepared problem = experiment.prepare(settings);
  for (const PublishedRow& row : experiment.published) {
    const Result result = run(problem, row.strategy);
    EXPECT_NEAR(result.value, row.value, share * row.value) << row.strategy;
    EXPECT_EQ(result.counts.iterations, row.iterations) << row.strategy;
  }
}

TEST(PublishedValues, LogisticWithinTwoPercent) {
  const auto settings = real_data("a1a");
  if (!settings) GTEST_SKIP() << "a1a is not at ACGD_DATA";
  expect_published("logistic", *settings, 0.02);
}

TEST(PublishedValues, SigmoidL1WithinOnePercent) {
  const auto settings = real_data("a1a");
  if (!settings) GTEST_SKIP() << "a1a is not at ACGD_DATA";
  expect_published("sigmoid-l1", *settings, 0.01);
}

TEST(PublishedValues, VideoWithinTenthOfPercent) {
  const auto settings = real_data("video-colocalization/A.npy");
  if (!settings) GTEST_SKIP() << "video-colocalization is not at ACGD_DATA";
  expect_published("video", *settings, 0.001);
}

TEST(PublishedValues, ShortStepsOnA1aUseQuarterOfMeanSquaredNorm) {
  const auto settings = real_data("a1a");
  if (!settings) GTEST_SKIP() << "a1a is not at ACGD_DATA";
  const Classification data = a1a(*settings);
  EXPECT_EQ(data.source, "a1a (LIBSVM), 1605 x 123");
  const Matrix gram = Matrix(data.samples.transpose() * data.samples);
  const double largest = symmetric_eigenvalues(gram).maxCoeff();
  // As the notebooks print them.
  EXPECT_NEAR(find("logistic").prepare(*settings).lipschitz(), largest / (4 * 1605), 1e-5);
  EXPECT_NEAR(find("logistic").prepare(*settings).lipschitz(), 1.5671575180453337, 1e-5);
  EXPECT_NEAR(find("sigmoid-l1").prepare(*settings).lipschitz(), 3.1343150360906673, 1e-5);
}

TEST(PublishedValues, BalancingTwinIsSolvedInAFewHundredIterations) {
  const Prepared problem = find("matrix-balancing").prepare({.synthetic = true});
  for (const char* name : {"adaptive-constant", "adaptive-adjustable", "backtracking"}) {
    const Result result = run(problem, name);
    EXPECT_EQ(result.status, Status::value_reached) << name;
    EXPECT_NEAR(result.value, *problem.options.optimal_value, 1e-5) << name;
    EXPECT_LT(result.counts.iterations, 1000) << name;
  }
}

TEST(PublishedValues, LassoIsSolvedInFewHundredIterations) {
  Prepared problem = find("lasso").prepare({.quick = true});
  problem.options.max_iterations = 3000;
  for (const char* name : {"adaptive-constant", "adaptive-adjustable", "backtracking"}) {
    const Result result = run(problem, name);
    EXPECT_EQ(result.status, Status::value_reached) << name;
    EXPECT_LE(result.value, 1e-5) << name;
    EXPECT_LT(result.counts.iterations, 1000) << name;
  }
}

}  // namespace
}  // namespace acgd::experiments
