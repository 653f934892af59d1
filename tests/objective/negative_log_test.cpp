#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/quadratic_problems.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Densities of normal samples under components of different means.
Matrix mixture(Index samples, Index components, double width) {
  const Vector at = 3 * random_vector(samples, 4);
  Matrix l(samples, components);
  for (Index j = 0; j < components; ++j) {
    const double mean = 8 * static_cast<double>(j) / static_cast<double>(components) - 4;
    l.col(j) = (-0.5 * ((at.array() - mean) / width).square()).exp() / width;
  }
  return l;
}

TEST(NegativeLog, DerivativesAreThoseOfLogarithms) {
  const NegativeLogLoss loss(Vector::Zero(4), {.weights = Vector::LinSpaced(4, 0, 3)});
  const Vector z = (Vector(4) << -1, 0.5, 2, 1e-3).finished();  // a weight of 0 hides the first
  const Vector w = (Vector(4) << 1, -0.5, 1, 1e-4).finished();
  EXPECT_NEAR(loss.value(z), -(std::log(0.5) + 2 * std::log(2.0) + 3 * std::log(1e-3)) / 6, 1e-15);
  Vector r(4), d(4);
  loss.derivative(z, r);
  loss.second_derivative(z, d);
  EXPECT_NEAR(r[3], -3 / (6 * 1e-3), 1e-10);
  EXPECT_NEAR(d[1], 1 / (6 * 0.25), 1e-15);
  EXPECT_NEAR(loss.change(z, r, w, 1e-12), -(-1e-12 + 2 * 0.5e-12 + 3 * 1e-13) / 6,
              1e-24);  // log1p(e) = e
  EXPECT_EQ(loss.change(z, r, w, 1), kInfinity);
  EXPECT_EQ(loss.slope(z, w, 2), kInfinity);
  EXPECT_NEAR(loss.derivatives(z, w, 0)->slope, r.tail(3).dot(w.tail(3)), 1e-15);
  EXPECT_NEAR(loss.derivatives(z, w, 0)->curvature, d.tail(3).dot(w.tail(3).cwiseAbs2()), 1e-15);
}

// At the optimum of proportions w: the mean of L_ij / (L w)_i is 1 where w_j > 0, else at most 1.
TEST(NegativeLog, CorrectiveFindsProportionsInFewGradients) {
  const Matrix l = mixture(2000, 20, 0.7);
  const Composite f = negative_log(l);
  EXPECT_EQ(check_gradient(f, Vector::Constant(20, 0.05)), std::vector<std::string>{});
  const Vector even = Vector::Constant(20, 0.05);
  EXPECT_NEAR(f.value(even), -(l * even).array().log().mean(), 1e-13);
  const Result result = minimize(f, Simplex(20), {.gap_tolerance = 1e-10});
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  EXPECT_LE(result.counts.gradients, 40);
  const Vector means = l.transpose() * (l * result.x).cwiseInverse() / 2000;
  EXPECT_LE(means.maxCoeff(), 1 + 1e-9);
  for (Index j = 0; j < 20; ++j) {
    const double least = result.x[j] > 1e-3 ? 1 - 1e-6 : 0;
    EXPECT_GE(means[j], least);
  }
}

TEST(NegativeLog, RunsStayInTheDomain) {
  // Each component has zeros, so that no vertex is in the domain.
  Matrix l = mixture(300, 12, 0.4);
  l = l.unaryExpr([](double v) { return v < 0.05 ? 0 : v; });
  l.col(0).setConstant(1e-3);
  l(0, 0) = 0, l(0, 1) = 1;
  const Composite f = negative_log(l);
  ASSERT_EQ(f.value(Vector::Unit(12, 0)), kInfinity);
  const double best = minimize(f, Simplex(12), {.gap_tolerance = 1e-9}).value;
  for (const StepChoice& step :
       {StepChoice(LineSearch{}), StepChoice(Secant{}), StepChoice(Backtracking{}),
        StepChoice(AdaptiveConstant{}), StepChoice(AdaptiveAdjustable{})}) {
    for (const DirectionChoice& direction :
         {DirectionChoice(FrankWolfe{}), DirectionChoice(Away{}),
          DirectionChoice(BlendedPairwise{}), DirectionChoice(Corrective{})}) {
      const Result result =
          minimize(f, Simplex(12), {.direction = direction, .step = step, .max_iterations = 500});
      EXPECT_TRUE(is_usable(result.status))
          << step.name() << ", " << direction.name() << ": " << result.message;
      EXPECT_LT(result.value, best + 0.01) << step.name() << ", " << direction.name();
    }
  }
}

TEST(FactorRisk, IsTheQuadraticOfTheWholeMatrix) {
  const Matrix loadings = random_matrix(7, 3, 1), root = random_matrix(3, 3, 2);
  const Matrix s = root * root.transpose();
  const Vector d = random_vector(7, 3).cwiseAbs(), mu = random_vector(7, 4),
               x = random_vector(7, 5);
  const Sum f = factor_risk(loadings, s, d, mu);
  const Matrix whole = loadings * s * loadings.transpose() + Matrix(d.asDiagonal());
  EXPECT_NEAR(f.value(x), x.dot(whole * x) - mu.dot(x), 1e-12);
  Vector g(7);
  f.gradient(x, g);
  EXPECT_LT((g - (2 * whole * x - mu)).norm(), 1e-12);
  EXPECT_TRUE(f.has_curvature() && f.is_convex());
}

}  // namespace
}  // namespace acgd
