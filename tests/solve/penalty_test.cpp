#include "acgd/solve/penalty.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd {
namespace {

double soft(double value, double threshold) {
  return std::copysign(std::max(std::abs(value) - threshold, 0.0), value);
}

/// Entries like those of a standard normal sample.
Matrix sample(Index rows, Index cols, int seed) {
  Matrix a(rows, cols);
  for (Index j = 0; j < cols; ++j) {
    for (Index i = 0; i < rows; ++i) {
      const double u = std::sin(12.9898 * static_cast<double>(i + 1) +
                                78.233 * static_cast<double>(j + 1) + seed) *
                       43758.5453;
      a(i, j) = 3.4 * (u - std::floor(u) - 0.5);
    }
  }
  return a;
}

Vector sample(Index size, int seed) { return sample(size, 1, seed); }

/// ||x - b||^2
LeastSquares distance_to(const Vector& b) {
  return LeastSquares(Matrix(Matrix::Identity(b.size(), b.size())), b);
}

Options to(double relative) { return {.relative_gap_tolerance = relative}; }

TEST(Penalty, L1WithIdentityIsSoftThresholding) {
  const Vector b = sample(30, 1);
  const Result result = minimize(distance_to(b), Penalty(L1Ball(30), 0.8), to(1e-12));
  ASSERT_TRUE(is_converged(result.status)) << result.message;
  for (Index i = 0; i < 30; ++i) EXPECT_NEAR(result.x[i], soft(b[i], 0.4), 1e-9);
  double f = 0;
  for (Index i = 0; i < 30; ++i) {
    f += std::pow(soft(b[i], 0.4) - b[i], 2) + 0.8 * std::abs(soft(b[i], 0.4));
  }
  EXPECT_NEAR(result.value, f, 1e-12 * f);
  EXPECT_NEAR(result.penalty, 0.8 * result.x.lpNorm<1>(), 1e-12);
}

TEST(Penalty, RadiusOfBallDividesLambda) {
  const Vector b = sample(10, 2);
  const Result one = minimize(distance_to(b), Penalty(L1Ball(10), 0.5), to(1e-12));
  const Result two = minimize(distance_to(b), Penalty(L1Ball(10, 4), 2), to(1e-12));
  EXPECT_TRUE(one.x.isApprox(two.x, 1e-9));
}

TEST(Penalty, LargeLambdaGivesZeroWithoutAnIteration) {
  const Matrix a = sample(20, 40, 3);
  const Vector b = sample(20, 4);
  const double largest = 2 * (a.transpose() * b).lpNorm<Eigen::Infinity>();
  for (const double factor : {1.0, 1.5, 100.0}) {
    const Result result =
        minimize(LeastSquares(a, b), Penalty(L1Ball(40), factor * largest * (1 + 1e-12)));
    EXPECT_TRUE(is_converged(result.status)) << result.message;
    EXPECT_TRUE(result.x.isZero(0));
    EXPECT_EQ(result.counts.iterations, 0);
  }
}

/// KKT conditions of f(x) + lambda ||x||_1 at a gradient of f.
void expect_optimal(const Vector& x, const Vector& g, double lambda, double tolerance) {
  for (Index j = 0; j < x.size(); ++j) {
    if (x[j] != 0) {
      EXPECT_NEAR(g[j], x[j] > 0 ? -lambda : lambda, tolerance);
    } else {
      EXPECT_LE(std::abs(g[j]), lambda + tolerance);
    }
  }
}

TEST(Penalty, LassoAndLogisticMeetTheirOptimalityConditions) {
  const Matrix a = sample(60, 150, 5);
  const Vector b = a.leftCols(6).rowwise().sum() + 0.3 * sample(60, 6);
  const Vector labels = b.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  const LeastSquares squares(a, b);
  const Composite classes = logistic(a, labels, {.scaling = Scaling::sum});
  for (const Objective* f :
       {static_cast<const Objective*>(&squares), static_cast<const Objective*>(&classes)}) {
    Vector g(150);
    f->gradient(Vector::Zero(150), g);
    const double largest = g.lpNorm<Eigen::Infinity>();
    for (const double share : {0.3, 0.03}) {
      const Result result = minimize(*f, Penalty(L1Ball(150), share * largest), to(1e-12));
      ASSERT_TRUE(is_converged(result.status)) << result.message;
      f->gradient(result.x, g);
      expect_optimal(result.x, g, share * largest, 1e-5 * largest);
      EXPECT_LE(result.counts.oracle_calls, 40);
    }
  }
}

TEST(Penalty, GapBoundsSuboptimalityAtEveryIterate) {
  const Matrix a = sample(40, 80, 7);
  const Vector b = sample(40, 8);
  const LeastSquares f(a, b);
  const Penalty penalty(L1Ball(80), 3);
  const double best = minimize(f, penalty, to(1e-13)).value;
  for (const DirectionChoice& direction :
       {DirectionChoice(Corrective{}), DirectionChoice(FrankWolfe{}), DirectionChoice(Pairwise{}),
        DirectionChoice(Away{}), DirectionChoice(BlendedPairwise{})}) {
    Options options = to(1e-6);
    options.direction = direction;
    options.max_iterations = 300;
    options.trace = true;
    const Result result = minimize(f, penalty, options);
    for (const Record& record : result.trace) {
      EXPECT_GE(record.gap, record.value - best - 1e-9 * best) << direction.name();
      EXPECT_LE(record.lower_bound, best + 1e-9 * best) << direction.name();
    }
  }
}

TEST(Penalty, EveryDirectionFindsTheSameMinimum) {
  const Matrix a = sample(30, 12, 9);
  const Vector b = sample(30, 10);
  const LeastSquares f(a, b);
  const Penalty penalty(L1Ball(12), 5);
  const double best = minimize(f, penalty, to(1e-12)).value;
  for (const DirectionChoice& direction :
       {DirectionChoice(Pairwise{}), DirectionChoice(Away{}), DirectionChoice(BlendedPairwise{}),
        DirectionChoice(BlendedPairwise{.lazy = true})}) {
    Options options = to(1e-8);
    options.direction = direction;
    const Result result = minimize(f, penalty, options);
    EXPECT_TRUE(is_converged(result.status)) << direction.name() << ": " << result.message;
    EXPECT_NEAR(result.value, best, 1e-7 * best) << direction.name();
  }
}

TEST(Penalty, ZeroLambdaGivesLeastSquares) {
  const Matrix a = sample(50, 8, 11);
  const Vector b = sample(50, 12);
  const Vector exact = a.colPivHouseholderQr().solve(b);
  const Result result = minimize(LeastSquares(a, b), Penalty(L1Ball(8), 0), to(1e-12));
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  EXPECT_TRUE(result.x.isApprox(exact, 1e-6)) << result.x.transpose();
  EXPECT_TRUE(std::isnan(result.gap));
}

TEST(Penalty, ElasticNetWithIdentityShrinks) {
  const Vector b = sample(20, 13);
  const Sum f({std::make_shared<LeastSquares>(Matrix(Matrix::Identity(20, 20)), b),
               std::make_shared<Ridge>(20, 0.5)});
  const Result result = minimize(f, Penalty(L1Ball(20), 0.6), to(1e-12));
  for (Index i = 0; i < 20; ++i) EXPECT_NEAR(result.x[i], 2 * soft(b[i], 0.3) / 2.5, 1e-8);
}

TEST(Penalty, GroupsWithIdentityAreShrunkTogether) {
  const Vector b = sample(12, 14);
  Vector numbers(12);
  for (Index i = 0; i < 12; ++i) numbers[i] = static_cast<double>(i / 3);
  const GroupBall ball(Groups::of_variables(numbers));
  const double lambda = 1.7;
  const Result result = minimize(distance_to(b), Penalty(ball, lambda), to(1e-11));
  ASSERT_TRUE(is_converged(result.status)) << result.message;
  double norms = 0;
  for (Index group = 0; group < 4; ++group) norms += result.x.segment(3 * group, 3).norm();
  EXPECT_NEAR(result.penalty, lambda * norms, 1e-12);
  EXPECT_NEAR(result.value, (result.x - b).squaredNorm() + lambda * norms, 1e-12);
  for (Index group = 0; group < 4; ++group) {
    const Vector own = b.segment(3 * group, 3);
    const Vector expected = std::max(1 - 0.5 * lambda / own.norm(), 0.0) * own;
    EXPECT_TRUE((result.x.segment(3 * group, 3) - expected).isZero(1e-4)) << result.x.transpose();
  }
}

TEST(Penalty, WeightsScaleThresholdsAndZeroLeavesVariablesFree) {
  const Vector b = sample(9, 15);
  Vector weights(9);
  weights << 0, 0.5, 1, 2, 0, 0.1, 3, 0.7, 1;
  const Result result = minimize(distance_to(b), Penalty::weighted_l1(weights), to(1e-13));
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  for (Index i = 0; i < 9; ++i) EXPECT_NEAR(result.x[i], soft(b[i], weights[i] / 2), 1e-6) << i;
}

TEST(Penalty, PositiveLassoKeepsSigns) {
  const Vector b = sample(15, 16);
  const Vector weights = Vector::Constant(15, 0.3);
  const Result weighted = minimize(distance_to(b), Penalty::weighted_l1(weights, true), to(1e-12));
  const Result simplex =
      minimize(distance_to(b), Penalty(Simplex(15, 1, Relation::at_most), 0.3), to(1e-12));
  for (Index i = 0; i < 15; ++i) {
    EXPECT_NEAR(weighted.x[i], std::max(b[i] - 0.15, 0.0), 1e-8);
    EXPECT_NEAR(simplex.x[i], std::max(b[i] - 0.15, 0.0), 1e-8);
  }
}

/// Smallest ||A x - b||^2 over x >= 0, by all sets of positive variables.
double smallest_nonnegative(const Matrix& a, const Vector& b) {
  double best = b.squaredNorm();
  for (int set = 1; set < 1 << a.cols(); ++set) {
    std::vector<Index> columns;
    for (Index j = 0; j < a.cols(); ++j) {
      if (set >> j & 1) columns.push_back(j);
    }
    const Matrix part = a(Eigen::all, columns);
    const Vector x = part.colPivHouseholderQr().solve(b);
    if (x.minCoeff() >= 0) best = std::min(best, (part * x - b).squaredNorm());
  }
  return best;
}

TEST(Penalty, NonnegativeLeastSquaresEqualBruteForce) {
  for (int seed = 0; seed < 5; ++seed) {
    const Matrix a = sample(12, 7, 20 + seed);
    const Vector b = sample(12, 40 + seed);
    const Result result = minimize(LeastSquares(a, b), Penalty::nonnegative(7), to(1e-10));
    EXPECT_TRUE(is_converged(result.status)) << result.message;
    EXPECT_GE(result.x.minCoeff(), 0);
    EXPECT_NEAR(result.value, smallest_nonnegative(a, b), 1e-8);
    EXPECT_TRUE(std::isnan(result.gap));
  }
}

TEST(Penalty, UnitsOfVariablesDoNotMatterForCones) {
  const Matrix a = sample(30, 6, 50);
  const Vector b = sample(30, 51).cwiseAbs();
  const Result plain = minimize(LeastSquares(a, b), Penalty::nonnegative(6), to(1e-10));
  for (const double unit : {1e-9, 1e9}) {
    const Result other =
        minimize(LeastSquares(Matrix(a * unit), b), Penalty::nonnegative(6), to(1e-10));
    EXPECT_TRUE(is_converged(other.status)) << other.message;
    EXPECT_NEAR(other.value, plain.value, 1e-8 * plain.value);
  }
}

TEST(Penalty, BlocksAddUp) {
  const Vector b = sample(10, 17);
  const Penalty both({Penalty(L1Ball(6), 0.5), Penalty::free(2), Penalty(L1Ball(2), 1.5)});
  const Result result = minimize(distance_to(b), both, to(1e-12));
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  for (Index i = 0; i < 10; ++i) {
    const double threshold = i < 6 ? 0.25 : i < 8 ? 0 : 0.75;
    EXPECT_NEAR(result.x[i], soft(b[i], threshold), 1e-6) << i;
  }
}

TEST(Penalty, CallableWithLowerBoundIsCertified) {
  const Vector b = sample(8, 18);
  const auto value = [&](const Vector& x) { return (x - b).squaredNorm() + 5; };
  const auto gradient = [&](const Vector& x) -> Vector { return 2 * (x - b); };
  const Function known(8, value, gradient, {.convex = true, .lower_bound = 5});
  const Result result = minimize(known, Penalty(L1Ball(8), 0.4), {.gap_tolerance = 1e-9});
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  for (Index i = 0; i < 8; ++i) EXPECT_NEAR(result.x[i], soft(b[i], 0.2), 1e-4);
  EXPECT_LE(result.gap, 1e-8);
  const Function unknown(8, value, gradient);
  const Result other = minimize(unknown, Penalty(L1Ball(8), 0.4), {.gap_tolerance = 1e-7});
  EXPECT_NEAR(other.value, result.value, 1e-6);
  EXPECT_TRUE(std::isnan(other.gap));
}

TEST(Penalty, StartsFromAnyPointAndFromResults) {
  const Matrix a = sample(30, 60, 19);
  const Vector b = sample(30, 20);
  const LeastSquares f(a, b);
  const Result cold = minimize(f, Penalty(L1Ball(60), 2), to(1e-10));
  for (const double far : {1.0, 1e3}) {
    const Result other =
        minimize(f, Penalty(L1Ball(60), 2), Vector(far * sample(60, 21)), to(1e-10));
    EXPECT_NEAR(other.value, cold.value, 1e-8 * cold.value) << other.message;
  }
  const Result warm = minimize(f, Penalty(L1Ball(60), 1.9), cold, to(1e-10));
  EXPECT_LT(warm.counts.iterations, cold.counts.iterations);
  const GroupBall groups(Groups::of_variables(Vector::LinSpaced(60, 0, 59)));
  const Result grouped = minimize(f, Penalty(groups, 2), to(1e-10));
  EXPECT_NEAR(grouped.value, cold.value, 1e-8 * cold.value);
  const Result again = minimize(f, Penalty(groups, 2), grouped, to(1e-9));
  EXPECT_NEAR(again.value, cold.value, 1e-8 * cold.value);
  EXPECT_LE(again.counts.iterations, 2);
}

TEST(Penalty, MinimumOfFunctionAloneIsNotMistakenForOptimum) {
  const Vector b = sample(10, 23);
  for (const DirectionChoice& direction :
       {DirectionChoice(Corrective{}), DirectionChoice(Pairwise{})}) {
    Options options = to(1e-9);
    options.direction = direction;
    const Result result = minimize(distance_to(b), Penalty(L1Ball(10), 0.5), b, options);
    for (Index i = 0; i < 10; ++i) EXPECT_NEAR(result.x[i], soft(b[i], 0.25), 1e-3);
  }
}

TEST(Penalty, UnboundedProblemsSaySo) {
  const Vector c = Vector::Constant(3, -1);
  const Function f(
      3, [&](const Vector& x) { return c.dot(x); }, [&](const Vector&) -> Vector { return c; });
  EXPECT_EQ(minimize(f, Penalty::nonnegative(3)).status, Status::unbounded);
  EXPECT_EQ(minimize(f, Penalty(L1Ball(3), 0.5)).status, Status::unbounded);
}

TEST(Penalty, ErrorsNameWhatIsWrong) {
  EXPECT_THROW(Penalty(L1Ball(3), -1), InvalidInput);
  EXPECT_THROW(Penalty(L1Ball(3), range::kInfinity), InvalidInput);
  EXPECT_THROW(Penalty(Simplex(3), 1), InvalidInput);
  EXPECT_THROW(Penalty::bounds(Vector::Ones(2), Vector::Ones(2)), InvalidInput);
  EXPECT_THROW(Penalty::weighted_l1(Vector::Constant(2, -1)), InvalidInput);
  EXPECT_THROW(Penalty(std::vector<Penalty>()), InvalidInput);
  const Vector b = sample(4, 22);
  EXPECT_THROW(minimize(distance_to(b), Penalty(L1Ball(5), 1)), InvalidInput);
  Options saves;
  saves.checkpoint.save = [](const Checkpoint&) {};
  EXPECT_THROW(minimize(distance_to(b), Penalty::nonnegative(4), saves), InvalidInput);
  EXPECT_THROW(minimize(distance_to(b), Penalty::nonnegative(4), Vector(Vector::Constant(4, -1))),
               InvalidInput);
}

}  // namespace
}  // namespace acgd
