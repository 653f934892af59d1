// Fits at one radius: optimality is computed again from coefficients and data alone.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/fit/path.hpp"
#include "acgd/oracle/simplices.hpp"
#include "fit/random_data.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::l1_balls;
using acgd_test::random_matrix;
using acgd_test::refusal;

constexpr Index kFitRows = 80;
constexpr Index kFitColumns = 10;

/// Features of different units and means; the targets depend on two of them.
Samples mixed_units() {
  Matrix a = random_matrix(kFitRows, kFitColumns, 4);
  for (Index j = 0; j < kFitColumns; ++j) {
    a.col(j) = (a.col(j) * std::pow(3.0, j - 4)).array() + static_cast<double>(j);
  }
  Vector y = 2 * random_matrix(kFitRows, kFitColumns, 4).col(2) -
             random_matrix(kFitRows, kFitColumns, 4).col(7);
  y += 0.3 * random_matrix(kFitRows, 1, 5).col(0);
  y.array() += 4;
  return {.features = std::make_shared<const Matrix>(std::move(a)), .targets = std::move(y)};
}

const Matrix& matrix_of(const Samples& samples) {
  return *std::get<std::shared_ptr<const Matrix>>(samples.features);
}

Vector deviations(const Matrix& a) {
  const Vector mean = a.colwise().mean();
  return ((a.rowwise() - mean.transpose()).colwise().squaredNorm() / kFitRows).cwiseSqrt();
}

/// Coefficients in units of standard deviations.
Vector standardized(const Samples& samples, const LinearModel& model) {
  return Matrix(model.coefficients).col(0).cwiseProduct(deviations(matrix_of(samples)));
}

/// The gradient of the mean squares with respect to standardised coefficients.
Vector standardized_gradient(const Samples& samples, const LinearModel& model) {
  const Matrix& a = matrix_of(samples);
  const Vector errors = a * Matrix(model.coefficients) +
                        Vector::Constant(kFitRows, model.intercept[0]) - samples.targets;
  return (2.0 / kFitRows * (a.transpose() * errors)).cwiseQuotient(deviations(a));
}

TEST(FitLinear, PenaltySatisfiesOptimalityConditions) {
  const Samples samples = mixed_units();
  FitOptions options{.standardize = true, .tolerance = 1e-11, .lambda = 0.4};
  const auto fit_it = [&](std::optional<double> radius) {
    return fit_linear(samples, *least_squares_family(), l1_balls(kFitColumns), radius, options);
  };
  const LinearFit fit = fit_it({});
  const Vector x = standardized(samples, fit.model);
  const Vector g = standardized_gradient(samples, fit.model);
  EXPECT_GT((x.array() != 0).count(), 0);
  for (Index j = 0; j < kFitColumns; ++j) {
    EXPECT_LE(std::abs(g[j]), 0.4 + 1e-5);
    if (x[j] != 0) {
      EXPECT_NEAR(g[j], x[j] > 0 ? -0.4 : 0.4, 1e-5);
    }
  }
  EXPECT_NEAR(fit.radius, x.lpNorm<1>(), 1e-6);
  EXPECT_EQ(fit.penalty, 0.4);
  options.lambda.reset();
  const LinearFit ball = fit_it(fit.radius);
  EXPECT_NEAR(ball.penalty, 0.4, 1e-3);
  EXPECT_LT((standardized(samples, ball.model) - x).lpNorm<Eigen::Infinity>(), 1e-4);
}

TEST(FitPath, LambdasFallFromNullModel) {
  const Samples samples = mixed_units();
  PathOptions options{.by_lambda = true, .count = 6, .folds = 3};
  options.fit.tolerance = 1e-9;
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(kFitColumns), options);
  ASSERT_EQ(path.fits.size(), 6U);
  EXPECT_EQ(path.fits[0].nonzeros, 0);
  for (std::size_t k = 1; k < path.fits.size(); ++k) {
    EXPECT_NEAR(path.fits[k].penalty / path.fits[k - 1].penalty, std::pow(1e-3, 0.2), 1e-9);
    EXPECT_GT(path.fits[k].radius, path.fits[k - 1].radius);
    EXPECT_LT(path.fits[k].loss, path.fits[k - 1].loss);
    EXPECT_TRUE(std::isfinite(path.fits[k].held_out_loss));
  }
  options.lambdas = {1, 2};
  EXPECT_NE(refusal([&] {
              fit_path(samples, *least_squares_family(), l1_balls(kFitColumns), options);
            }).find("lambdas[1]"),
            std::string::npos);
}

TEST(FitLinear, ModelIsOptimalInTheUnitsOfTheData) {
  const Samples samples = mixed_units();
  const FitOptions options{.standardize = true, .tolerance = 1e-10};
  const LinearFit fit =
      fit_linear(samples, *least_squares_family(), l1_balls(kFitColumns), 1.5, options);
  const Matrix& a = matrix_of(samples);
  const Vector errors = a * Matrix(fit.model.coefficients) +
                        Vector::Constant(kFitRows, fit.model.intercept[0]) - samples.targets;
  EXPECT_NEAR(errors.mean(), 0, 1e-9);
  EXPECT_NEAR(errors.squaredNorm() / kFitRows, fit.result.value, 1e-10);
  EXPECT_NEAR(fit.model.scores.front().second, fit.result.value, 1e-15);
  const Vector x = standardized(samples, fit.model);
  EXPECT_NEAR(x.lpNorm<1>(), 1.5, 1e-6);
  const Vector mean = a.colwise().mean();
  const Matrix unit = (a.rowwise() - mean.transpose()) * deviations(a).cwiseInverse().asDiagonal();
  const Vector g = 2.0 / kFitRows * (unit.transpose() * errors);
  EXPECT_NEAR(g.dot(x) + 1.5 * g.lpNorm<Eigen::Infinity>(), 0, 1e-7);
  EXPECT_NEAR(fit.penalty, g.lpNorm<Eigen::Infinity>(), 1e-7);
  // Less than the tolerance times the variance of the targets.
  const double variance = (samples.targets.array() - samples.targets.mean()).square().mean();
  EXPECT_LE(fit.result.gap, 1e-10 * variance * (1 + 1e-12));
  EXPECT_FALSE(fit.path);
}

TEST(FitLinear, IsTheFitOfAPathWithOneRadius) {
  const Samples samples = mixed_units();
  PathOptions path{.radii = {0.7}, .folds = 0, .fit = {.standardize = true, .ridge = 0.1}};
  path.fit.run.gap_tolerance = 1e-8;
  const Path one = fit_path(samples, *least_squares_family(), l1_balls(kFitColumns), path);
  const LinearFit fit =
      fit_linear(samples, *least_squares_family(), l1_balls(kFitColumns), 0.7, path.fit);
  const LinearModel model = one.model(0);
  EXPECT_EQ(Matrix(fit.model.coefficients), Matrix(model.coefficients));
  EXPECT_EQ(fit.model.intercept, model.intercept);
  EXPECT_EQ(fit.model.value, model.value);
  EXPECT_EQ(fit.model.scores, model.scores);
  EXPECT_EQ(fit.penalty, one.fits[0].penalty);
}

TEST(FitLinear, RadiusOfTheLowestBic) {
  const Samples samples = mixed_units();
  const FitOptions options{.standardize = true, .tolerance = 1e-8};
  const LinearFit fit =
      fit_linear(samples, *least_squares_family(), l1_balls(kFitColumns), std::nullopt, options);
  ASSERT_TRUE(fit.path);
  double lowest = std::numeric_limits<double>::infinity(), radius = 0;
  for (const PathFit& each : fit.path->fits) {
    if (each.bic < lowest) lowest = each.bic, radius = each.radius;
  }
  EXPECT_EQ(fit.radius, radius);
  const Vector x = standardized(samples, fit.model);
  EXPECT_GT(std::abs(x[2]), 1);
  EXPECT_GT(std::abs(x[7]), 0.5);
}

// Targets that no feature explains.
TEST(FitLinear, NullModelHasRadiusZero) {
  Samples samples = mixed_units();
  samples.targets = Vector::LinSpaced(kFitRows, 0, 1).unaryExpr([](double t) {
    return std::fmod(40 * t, 1.0) < 0.5 ? 3.0 : 5.0;
  });
  const LinearFit fit = fit_linear(samples, *least_squares_family(), l1_balls(kFitColumns),
                                   std::nullopt, {.standardize = true});
  ASSERT_EQ(fit.radius, 0);
  EXPECT_EQ(fit.model.coefficients.nonZeros(), 0);
  EXPECT_NEAR(fit.model.intercept[0], samples.targets.mean(), 1e-12);
  EXPECT_EQ(fit.result.gap, 0);
}

TEST(FitLinear, StartsAtGivenCoefficients) {
  const Samples samples = mixed_units();
  const FitOptions options{.standardize = true, .tolerance = 1e-9};
  const auto fit = [&](double radius, const SparseMatrix& start) {
    return fit_linear(samples, *least_squares_family(), l1_balls(kFitColumns), radius, options,
                      start);
  };
  const LinearFit cold = fit(1, {});
  EXPECT_GT(cold.result.counts.iterations, 0);
  EXPECT_EQ(fit(1, cold.model.coefficients).result.counts.iterations, 0);
  // Outside the ball they are scaled; of another size they are ignored.
  const LinearFit scaled = fit(1, 5 * cold.model.coefficients);
  EXPECT_LT(scaled.result.counts.iterations, cold.result.counts.iterations);
  EXPECT_EQ(fit(1, SparseMatrix(3, 1)).result.counts.iterations, cold.result.counts.iterations);
  // A set without 0: the start is a vertex.
  const auto simplices = [](double total) { return std::make_shared<Simplex>(kFitColumns, total); };
  const LinearFit mixture =
      fit_linear(samples, *least_squares_family(), simplices, 2, {.intercept = false});
  EXPECT_NEAR(Matrix(mixture.model.coefficients).sum(), 2, 1e-12);
}

// The tolerance of classes is that of the mean loss itself.
TEST(FitLinear, SeveralClasses) {
  Samples samples = mixed_units();
  samples.targets = samples.targets.unaryExpr([](double y) { return y < 3 ? 0.0 : y < 5 ? 1 : 2; });
  const LinearFit fit = fit_linear(samples, *softmax_family(3), l1_balls(3 * kFitColumns), 2,
                                   {.standardize = true, .tolerance = 1e-6});
  EXPECT_LE(fit.result.gap, 1e-6);
  EXPECT_EQ(fit.model.coefficients.cols(), 3);
  EXPECT_NEAR(fit.model.intercept.sum(), 0, 1e-12);
  Matrix z = fit.model.predict(samples.features);
  softmax_family(3)->to_means(z);
  double loss = 0;
  for (Index i = 0; i < kFitRows; ++i)
    loss -= std::log(z(i, static_cast<Index>(samples.targets[i])));
  EXPECT_NEAR(loss / kFitRows, fit.result.value, 1e-9);
}

TEST(FitLinear, RefusesInvalidInput) {
  const Samples samples = mixed_units();
  const auto refused = [&](double radius, const FitOptions& options) {
    return refusal([&] {
      fit_linear(samples, *least_squares_family(), l1_balls(kFitColumns), radius, options);
    });
  };
  EXPECT_EQ(refused(0, {}).find("radius = 0"), 0u);
  EXPECT_EQ(refused(1, {.ridge = -1}).find("ridge = -1"), 0u);
  EXPECT_EQ(refused(1, {.tolerance = -1}).find("tolerance = -1"), 0u);
}

TEST(LinearProblem, VariablesAreTheInverseOfTheModel) {
  const Samples samples = mixed_units();
  const LinearProblem problem(samples, *least_squares_family(), {.standardize = true});
  Vector x = random_matrix(kFitColumns, 1, 6).col(0);
  x[3] = 0;
  const LinearModel model = problem.model(x);
  EXPECT_EQ(model.coefficients.nonZeros(), kFitColumns - 1);
  EXPECT_LT((problem.variables(model.coefficients) - x).cwiseAbs().maxCoeff(), 1e-14);
  // The prediction for the mean sample is the mean of the targets.
  auto mean = std::make_shared<const Matrix>(matrix_of(samples).colwise().mean());
  EXPECT_NEAR(model.predict(mean)(0, 0), samples.targets.mean(), 1e-10);
}

}  // namespace
}  // namespace acgd
