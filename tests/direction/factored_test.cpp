// Corrective steps on factors over spectral sets: optima in closed form, an independent projected
// gradient method, certificates by dense decompositions, degenerate matrices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "acgd/solve/checkpoint.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"
#include "direction/gaussian.hpp"
#include "support/decompositions.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

Matrix low_rank(Index rows, Index cols, Index rank, unsigned seed) {
  return gaussian(rows, rank, seed) * gaussian(rank, cols, seed + 1);
}

/// ||X - Y||_F^2 / 2 of the stacked columns.
Function distance_to(const Matrix& y) {
  const Vector target = y.reshaped();
  return Function(
      target.size(), [target](const Vector& x) { return 0.5 * (x - target).squaredNorm(); },
      [target](const Vector& x) -> Vector { return x - target; });
}

/// The projection of descending values >= 0 onto { sum <= radius }, or { sum = radius }.
Vector project(const Vector& values, double radius, bool at_most = true) {
  if (at_most && values.cwiseMax(0).sum() <= radius) return values.cwiseMax(0);
  double sum = 0, shift = 0;
  for (Index k = 0; k < values.size(); ++k) {
    sum += values[k];
    const double candidate = (sum - radius) / static_cast<double>(k + 1);
    if (values[k] > candidate) shift = candidate;
  }
  return (values.array() - shift).cwiseMax(0);
}

struct NearestCase {
  const char* name;
  Matrix y;
  double radius;
};

// The nearest matrix in the nuclear ball has the singular values of Y, soft-thresholded.
TEST(FactoredCorrective, FindsNearestMatrixOfNuclearBall) {
  const Matrix noisy = low_rank(30, 20, 3, 1) + 0.3 * gaussian(30, 20, 3);
  const NearestCase cases[] = {{"noisy", noisy, 60},
                               {"wide", noisy.transpose(), 60},
                               {"rank deficient", low_rank(30, 20, 2, 5), 30},
                               {"rank one", low_rank(25, 25, 1, 7), 10},
                               {"equal singular values", 2 * Matrix::Identity(12, 12), 7},
                               {"full rank", gaussian(12, 12, 9), 30},
                               {"inside", low_rank(20, 20, 3, 11), 1e3},
                               {"far inside", low_rank(20, 20, 3, 11), 1e6},
                               {"tiny radius", noisy, 1e-6},
                               {"row", gaussian(1, 15, 13), 2},
                               {"column", gaussian(15, 1, 15), 2},
                               {"zero", Matrix::Zero(10, 8), 3}};
  for (const auto& [name, y, radius] : cases) {
    const Vector values = jacobi_svd(y).values;
    const double best = 0.5 * (values - project(values, radius)).squaredNorm();
    const double scale = 0.5 * y.squaredNorm() + 1e-300;
    const Result result =
        minimize(distance_to(y), NuclearBall(y.rows(), y.cols(), radius),
                 {.direction = Corrective{}, .max_iterations = 60, .gap_tolerance = 1e-9 * scale});
    EXPECT_EQ(result.direction, "corrective") << name;
    EXPECT_TRUE(is_converged(result.status)) << name << ": " << result.message;
    EXPECT_LE(std::abs(result.value - best), 2e-9 * scale) << name;
    EXPECT_LE(result.counts.oracle_calls, 60) << name;
    EXPECT_LE(jacobi_svd(result.x.reshaped(y.rows(), y.cols())).values.sum(), radius * (1 + 1e-10))
        << name;
  }
}

/// Eigenvalues, ascending, and eigenvectors by Jacobi iteration: of a symmetric matrix plus a
/// multiple of I that makes it positive definite, whose singular vectors are eigenvectors.
Matrix with_eigenvalues(const Matrix& x, const std::function<Vector(const Vector&)>& change) {
  const double shift = x.norm() + 1;
  const JacobiSvd svd = jacobi_svd(x + shift * Matrix::Identity(x.rows(), x.cols()));
  const Vector values = change(svd.values.array() - shift);
  return svd.left * values.asDiagonal() * svd.left.transpose();
}

/// The projection of descending values onto { 0 <= w <= 1, sum = total }, by bisection.
Vector project_capped(const Vector& values, double total) {
  double low = values.minCoeff() - 1, high = values.maxCoeff();
  for (int round = 0; round < 200; ++round) {
    const double middle = 0.5 * (low + high);
    ((values.array() - middle).cwiseMax(0).cwiseMin(1).sum() > total ? low : high) = middle;
  }
  return (values.array() - low).cwiseMax(0).cwiseMin(1);
}

struct SymmetricSet {
  const char* name;
  std::shared_ptr<const Oracle> set;
  std::function<Vector(const Vector&)> project;
};

std::vector<SymmetricSet> symmetric_sets(Index side) {
  return {{"spectraplex", std::make_shared<Spectraplex>(side, 2),
           [](const Vector& values) { return project(values, 2, false); }},
          {"spectrahedron", std::make_shared<Spectraplex>(side, 2, Relation::at_most),
           [](const Vector& values) { return project(values, 2); }},
          {"fantope", std::make_shared<Fantope>(side, 2),
           [](const Vector& values) { return project_capped(values, 2); }}};
}

Matrix symmetric(Index side, unsigned seed) {
  const Matrix a = gaussian(side, side, seed);
  return 0.5 * (a + a.transpose());
}

TEST(FactoredCorrective, FindsNearestSymmetricMatrix) {
  const Index side = 16;
  for (const SymmetricSet& each : symmetric_sets(side)) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
      const Matrix y = (seed == 4 ? 0.05 : 0.5) * symmetric(side, seed);
      const Matrix best = with_eigenvalues(y, each.project);
      const Result result =
          minimize(distance_to(y), *each.set,
                   {.direction = Corrective{}, .max_iterations = 60, .gap_tolerance = 1e-9});
      EXPECT_TRUE(is_converged(result.status)) << each.name << ": " << result.message;
      EXPECT_LE((result.x.reshaped(side, side) - best).norm(), 1e-4) << each.name;
      EXPECT_NEAR(result.value, 0.5 * (best - y).squaredNorm(), 2e-9) << each.name;
      EXPECT_TRUE(each.set->contains(result.x, 1e-9)) << each.name;
    }
  }
}

struct Entries {
  std::vector<Observation> list;
  Matrix weights;
  Matrix values;
};

/// A share of the entries of a matrix, at symmetric places if it is square.
Entries observe(const Matrix& y, double share, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform;
  Entries seen{{}, Matrix::Zero(y.rows(), y.cols()), Matrix::Zero(y.rows(), y.cols())};
  for (Index j = 0; j < y.cols(); ++j) {
    for (Index i = 0; i < y.rows(); ++i) {
      if (uniform(random) < share) seen.weights(i, j) = 1;
    }
  }
  if (y.rows() == y.cols()) {
    seen.weights = seen.weights.cwiseMax(seen.weights.transpose()).eval();
  }
  for (Index j = 0; j < y.cols(); ++j) {
    for (Index i = 0; i < y.rows(); ++i) {
      if (seen.weights(i, j) == 0) continue;
      seen.values(i, j) = y(i, j);
      seen.list.push_back({static_cast<int>(i), static_cast<int>(j), y(i, j)});
    }
  }
  return seen;
}

/// min { sum over seen entries of (X_ij - y_ij)^2 : X in the set } by accelerated projected gradients
/// (Beck and Teboulle 2009), restarted where f increases.
double by_projections(const Entries& seen, const std::function<Matrix(const Matrix&)>& project) {
  const auto value = [&](const Matrix& x) {
    return seen.weights.cwiseProduct(x - seen.values).squaredNorm();
  };
  Matrix x = project(Matrix::Zero(seen.values.rows(), seen.values.cols())), y = x;
  double t = 1, before = value(x);
  for (int k = 0; k < 4000; ++k) {
    const Matrix next = project(y - seen.weights.cwiseProduct(y - seen.values));
    const double now = value(next);
    if (now > before) {
      y = x;
      t = 1;
      before = value(x);
      continue;
    }
    const double t_next = 0.5 * (1 + std::sqrt(1 + 4 * t * t));
    y = next + (t - 1) / t_next * (next - x);
    if (before - now < 1e-15 * before && k > 200) return now;
    x = next;
    t = t_next;
    before = now;
  }
  return before;
}

TEST(FactoredCorrective, AgreesWithProjectedGradientsOnSemidefiniteSets) {
  const Index side = 24;
  for (const SymmetricSet& each : symmetric_sets(side)) {
    const Matrix factor = gaussian(side, 2, 31);
    Matrix y = factor * factor.transpose();
    y *= 2.5 / y.trace();
    y += 0.02 * symmetric(side, 33);
    const Entries seen = observe(y, 0.5, 35);
    const double best =
        by_projections(seen, [&](const Matrix& x) { return with_eigenvalues(x, each.project); });
    const MatrixCompletion f(side, side, seen.list,
                             {.loss = CompletionLoss::squared, .scaling = Scaling::sum});
    const Result result =
        minimize(f, *each.set,
                 {.direction = Corrective{}, .max_iterations = 60, .relative_gap_tolerance = 1e-7});
    EXPECT_TRUE(is_converged(result.status)) << each.name << ": " << result.message;
    EXPECT_NEAR(result.value, best, 1e-5 * best) << each.name;
    EXPECT_LE(result.value - result.gap, best * (1 + 1e-9)) << each.name;
    EXPECT_LE(result.counts.oracle_calls, 60) << each.name;
  }
}

MatrixCompletion completion(CompletionLoss loss, unsigned seed) {
  Matrix y = low_rank(40, 30, 3, seed) + 0.5 * gaussian(40, 30, seed + 2);
  if (loss == CompletionLoss::logistic) y = y.array().sign();
  std::vector<Observation> seen = observe(y, 0.4, seed + 3).list;
  for (std::size_t k = 0; k < seen.size(); k += 3) seen[k].weight = 2.5;
  seen.push_back(seen.front());  // observed twice
  return MatrixCompletion(40, 30, std::move(seen), {.loss = loss});
}

// The duality gap recomputed from the dense gradient at X, and from all of its singular values.
TEST(FactoredCorrective, CertifiesCompletionOfEveryLoss) {
  const double radius = 50;
  for (const CompletionLoss loss :
       {CompletionLoss::squared, CompletionLoss::huber, CompletionLoss::logistic}) {
    const MatrixCompletion f = completion(loss, 41);
    const Result result =
        minimize(f, NuclearBall(40, 30, radius),
                 {.direction = Corrective{}, .max_iterations = 60, .relative_gap_tolerance = 1e-8});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_LE(result.counts.oracle_calls, 60);
    const Matrix x = result.factors.to_dense();
    Vector g(x.size());
    f.gradient(x.reshaped(), g);
    const double gap = g.dot(x.reshaped()) + radius * jacobi_svd(g.reshaped(40, 30)).values[0];
    EXPECT_LE(gap, 1e-8 * result.value * (1 + 1e-4));
    EXPECT_GE(gap, -1e-12 * result.value);
    EXPECT_NEAR(f.value(x.reshaped()), result.value, 1e-12 * result.value);
    EXPECT_LE(jacobi_svd(x).values.sum(), radius * (1 + 1e-10));
  }
}

TEST(FactoredCorrective, NeedsFarFewerCallsThanFrankWolfe) {
  const MatrixCompletion f = completion(CompletionLoss::squared, 51);
  const NuclearBall ball(40, 30, 60);
  const Result result =
      minimize(f, ball, {.direction = Corrective{}, .relative_gap_tolerance = 1e-6});
  const Result plain = minimize(f, ball,
                                {.direction = FrankWolfe{},
                                 .max_iterations = 50 * result.counts.oracle_calls,
                                 .relative_gap_tolerance = 1e-6});
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_EQ(plain.status, Status::iteration_limit);
  EXPECT_EQ(plain.direction, "frank-wolfe");
}

TEST(FactoredCorrective, WorksWithEveryStepRule) {
  const MatrixCompletion f = completion(CompletionLoss::squared, 61);
  const NuclearBall ball(40, 30, 60);
  const double best =
      minimize(f, ball, {.direction = Corrective{}, .relative_gap_tolerance = 1e-10}).value;
  for (const StepChoice& step : {StepChoice(AdaptiveAdjustable{}), StepChoice(AdaptiveConstant{}),
                                 StepChoice(Backtracking{}), StepChoice(LineSearch{}),
                                 StepChoice(Secant{}), StepChoice(Short{})}) {
    const Result result = minimize(f, ball,
                                   {.direction = Corrective{},
                                    .step = step,
                                    .max_iterations = 200,
                                    .relative_gap_tolerance = 1e-7});
    EXPECT_EQ(result.status, Status::gap_reached) << step.name() << ": " << result.message;
    EXPECT_NEAR(result.value, best, 1e-7 * best) << step.name();
  }
}

// A double well: stationary, and no worse than the start.
TEST(FactoredCorrective, EndsAtStationaryPointsOfNonconvexFunctions) {
  const Matrix y = low_rank(12, 10, 2, 71);
  const Vector target = y.reshaped();
  const Function f(
      target.size(),
      [target](const Vector& x) {
        return (x.array().square() - target.array().square()).square().sum() / 4;
      },
      [target](const Vector& x) -> Vector {
        return x.array() * (x.array().square() - target.array().square());
      });
  const NuclearBall ball(12, 10, 6);
  const Result result = minimize(f, ball, {.direction = Corrective{}, .max_iterations = 500});
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  EXPECT_LT(result.value, f.value(ball.start().to_dense()));
  Vector g(target.size());
  f.gradient(result.x, g);
  const double gap = g.dot(result.x) + 6 * jacobi_svd(g.reshaped(12, 10)).values[0];
  EXPECT_LE(gap, 2 * result.gap + 1e-9 * std::abs(result.value));
}

TEST(FactoredCorrective, StopsAtOptimalStart) {
  const Matrix y = low_rank(15, 15, 2, 81);
  const double radius = jacobi_svd(y).values.sum() * 2;
  const Result result = minimize(distance_to(y), NuclearBall(15, 15, radius), Vector(y.reshaped()),
                                 {.direction = Corrective{}});
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  EXPECT_EQ(result.counts.iterations, 0);
}

TEST(FactoredCorrective, GivesSameBitsOnAnyNumberOfThreads) {
  const Matrix y = low_rank(260, 240, 12, 91) + 0.1 * gaussian(260, 240, 93);
  const MatrixCompletion f(260, 240, observe(y, 0.9, 95).list, {.loss = CompletionLoss::squared});
  const NuclearBall ball(260, 240, 1500);
  const auto run = [&](int threads) {
    return minimize(f, ball, {.direction = Corrective{}, .max_iterations = 3, .threads = threads});
  };
  const Result one = run(1), four = run(4);
  EXPECT_TRUE(same_bits(one, four));
}

TEST(FactoredCorrective, ResumesWithSameBits) {
  const MatrixCompletion f = completion(CompletionLoss::huber, 101);
  const NuclearBall ball(40, 30, 60);
  const Options options{.direction = Corrective{}, .max_iterations = 8, .gap_tolerance = 0};
  const auto run = [&](const Options& given) { return minimize(f, ball, given); };
  for (const Index cut : {1, 2, 5}) {
    EXPECT_TRUE(same_bits(run(options), resumed_at(cut, options, run))) << cut;
  }
}

TEST(CompletionLogistic, RefusesValuesOtherThanSigns) {
  EXPECT_EQ(
      refusal([] {
        MatrixCompletion(2, 2, {{0, 0, 1.0}, {1, 1, 0.5}}, {.loss = CompletionLoss::logistic});
      }),
      "observed = 0.5: must be -1 or +1 with the logistic loss");
}

}  // namespace
}  // namespace acgd_test
