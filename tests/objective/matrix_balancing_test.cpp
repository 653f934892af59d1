// sum a_ij exp(x_i - x_j): the formula, lines, and special matrices.
#include "acgd/objective/matrix_balancing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/black_box_cursor.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/testing/testing.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

Matrix random_weights(Index n, double density, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  return Matrix::NullaryExpr(n, n,
                             [&] { return uniform(random) < density ? uniform(random) : 0.0; });
}

Vector random_point(Index n, double size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  return Vector::NullaryExpr(n, [&] { return size * normal(random); });
}

/// f(x + t d) - f(x), term by term in long double.
long double exact_change(const Matrix& a, const Vector& x, const Vector& d, double t) {
  long double sum = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) {
      const long double along = static_cast<long double>(d[i]) - static_cast<long double>(d[j]);
      const long double here = static_cast<long double>(x[i]) - static_cast<long double>(x[j]);
      sum += static_cast<long double>(a(i, j)) * std::exp(here) *
             std::expm1(static_cast<long double>(t) * along);
    }
  }
  return sum;
}

TEST(MatrixBalancing, MatchesFormulaDenseAndSparse) {
  for (const double density : {0.1, 0.5, 1.0}) {
    const Matrix a = random_weights(17, density, 1);
    const MatrixBalancing dense(a);
    const MatrixBalancing sparse(Sparse(a.sparseView()));
    const Function formula = acgd_test::matrix_balancing(a);
    const Vector x = random_point(17, 2, 2);
    EXPECT_NEAR(dense.value(x), formula.value(x), 1e-13 * formula.value(x));
    EXPECT_EQ(dense.value(x), sparse.value(x));
    Vector g(17), expected(17);
    dense.gradient(x, g);
    formula.gradient(x, expected);
    EXPECT_LE((g - expected).norm(), 1e-13 * expected.norm());
    sparse.gradient(x, expected);
    EXPECT_EQ(g, expected);
  }
}

TEST(MatrixBalancing, GradientAgreesWithDifferences) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const MatrixBalancing f(random_weights(12, 0.4, seed));
    for (const std::string& failure : check_gradient(f, random_point(12, 1, seed))) {
      ADD_FAILURE() << failure;
    }
  }
}

TEST(MatrixBalancing, SymmetricPairsCancelExactly) {
  const Matrix a = random_weights(30, 0.7, 3);
  const MatrixBalancing f(a + a.transpose());
  Vector g(30);
  f.gradient(Vector::Constant(30, 0.7), g);
  EXPECT_EQ(g, Vector::Zero(30));
}

TEST(BalancingCursor, ChangeIsAccurateForShortSteps) {
  const Index n = 20;
  const Matrix a = random_weights(n, 0.5, 4);
  const MatrixBalancing f(a);
  const Vector x = random_point(n, 1, 5), v = random_point(n, 1, 6);
  const auto cursor = f.start(Atom(x), l2_norm());
  const Atom atom(v);
  Vector g(n);
  f.gradient(x, g);
  // Makes it a descent direction, as those of a run are.
  const Atom down(Vector(-g / g.norm()));
  for (const Atom* along_atom : {&atom, &down}) {
    Line& line = cursor->look(along(*along_atom));
    const Vector d = along_atom->to_dense();
    for (double t = 4; t > 1e-15; t /= 3) {
      const auto exact = exact_change(a, x, d, t);
      // Tolerance relative to the sum of the absolute terms, which cancel.
      const double size = f.value(x) * std::max(1.0, d.norm()) * t;
      EXPECT_NEAR(line.change(t), static_cast<double>(exact),
                  2e-14 * std::abs(static_cast<double>(exact)) + 1e-15 * size)
          << "t = " << t;
    }
  }
}

TEST(BalancingCursor, ChangeOfBalancedMatrixIsSecondOrder) {
  const Index n = 10;
  const Matrix half = random_weights(n, 0.9, 7);
  const Matrix a = half + half.transpose();
  const MatrixBalancing f(a);
  const Vector x = Vector::Constant(n, 2.5), d = random_point(n, 1, 8);
  const auto cursor = f.start(Atom(x), l2_norm());
  const Atom atom(d);
  Line& line = cursor->look(along(atom));
  EXPECT_EQ(-line.directional_derivative(), 0);
  for (double t = 1; t > 1e-15; t /= 10) {
    // Pair by pair: a_ij (e^s + e^-s - 2) = 4 a_ij sinh(s/2)^2
    long double exact = 0;
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) {
        const long double s = static_cast<long double>(d[i]) - static_cast<long double>(d[j]);
        const long double root = std::sinh(static_cast<long double>(t) * s / 2);
        exact += 4 * static_cast<long double>(a(i, j)) * root * root;
      }
    }
    EXPECT_NEAR(line.change(t), static_cast<double>(exact), 1e-14 * static_cast<double>(exact));
  }
}

TEST(BalancingCursor, MatchesBlackBoxAlongLine) {
  const Index n = 25;
  const MatrixBalancing f(random_weights(n, 0.3, 9));
  const Vector x = random_point(n, 1, 10);
  const auto ours = f.start(Atom(x), l1_norm());
  BlackBoxCursor plain(f, Atom(x), l1_norm());
  EXPECT_NEAR(ours->value(), plain.value(), 1e-14 * plain.value());
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Atom v(random_point(n, 1.5, seed));
    ours->gradient();
    plain.gradient();
    Line& a = ours->look(toward(v));
    Line& b = plain.look(toward(v));
    const double scale = plain.value();
    EXPECT_NEAR(-a.directional_derivative(), -b.directional_derivative(), 1e-11 * scale);
    EXPECT_NEAR(a.norm(), b.norm(), 1e-12 * b.norm());
    EXPECT_NEAR(a.gradient_change().value_or(0), b.gradient_change().value_or(0), 1e-11 * scale);
    for (const double t : {1.0, 0.3, 0.01, 1e-3}) {
      EXPECT_NEAR(a.change(t), b.change(t), 1e-11 * scale);
      EXPECT_NEAR(a.slope(t), b.slope(t), 1e-10 * scale);
      EXPECT_NEAR(a.probe(t), b.probe(t), 1e-10 * scale);
    }
    const double t = seed % 5 == 0 ? 0.4 : 0.01;
    EXPECT_TRUE(ours->advance(t));
    EXPECT_TRUE(plain.advance(t));
    EXPECT_NEAR(ours->value(), plain.value(), 1e-11 * plain.value());
    if (HasFailure()) break;
  }
  Point left, right;
  ours->store(left);
  plain.store(right);
  EXPECT_LT((left.x - right.x).lpNorm<Eigen::Infinity>(), 1e-13);
}

TEST(BalancingCursor, FullStepIsExactAndNullStepIsDetected) {
  const MatrixBalancing f(random_weights(4, 1, 11));
  const auto cursor = f.start(Atom(Vector{{0.1, 0.2, 0.3, 0.7}}), l2_norm());
  const Atom v(Vector{{1.0 / 3, 0.3, 0.1, -2}});
  cursor->look(toward(v));
  EXPECT_FALSE(cursor->advance(0));
  cursor->look(toward(v));
  EXPECT_TRUE(cursor->advance(1));
  Point point;
  cursor->store(point);
  EXPECT_EQ(point.x, v.to_dense());
}

TEST(BalancingCursor, RunsMatchBlackBoxRuns) {
  const Index n = 15;
  const Matrix a = random_weights(n, 0.4, 12);
  const MatrixBalancing f(a);
  const Function formula = acgd_test::matrix_balancing(a);
  const Options options{.direction = FrankWolfe{}, .max_iterations = 300, .gap_tolerance = 1e-7};
  const Box box(n, -1, 2);
  const L1Ball ball(n, 5);
  for (const Oracle* set : {static_cast<const Oracle*>(&box), static_cast<const Oracle*>(&ball)}) {
    const Result ours = minimize(f, *set, options);
    const Result plain = minimize(formula, *set, options);
    EXPECT_EQ(ours.status, plain.status);
    EXPECT_NEAR(ours.value, plain.value, 1e-10 * plain.value) << set->name();
  }
}

TEST(MatrixBalancing, OverflowingTrialIsRejected) {
  Matrix a = Matrix::Zero(2, 2);
  a(0, 1) = a(1, 0) = 1;
  const MatrixBalancing f(a);
  const auto cursor = f.start(Atom(Vector{{0, 0}}), l2_norm());
  const Atom v(Vector{{1, -1}});
  Line& line = cursor->look(along(v));
  EXPECT_EQ(line.change(1e3), std::numeric_limits<double>::infinity());
  EXPECT_EQ(line.slope(1e3), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isfinite(line.change(300)));
  // From a point where one term is huge and the other has vanished, back to the middle.
  const auto far = f.start(Atom(Vector{{350, -350}}), l2_norm());
  Line& back = far->look(along(v));
  EXPECT_FALSE(std::isnan(back.change(1e3)));
  EXPECT_EQ(f.start(Atom(Vector{{400, -400}}), l2_norm())->value(),
            std::numeric_limits<double>::infinity());
  const Result result =
      minimize(f, Box(2, -300, 300), Vector{{300, -300}},
               {.direction = FrankWolfe{}, .max_iterations = 10000, .gap_tolerance = 1e-4});
  EXPECT_TRUE(is_usable(result.status)) << result.message;
  EXPECT_LT(result.value, 1e250);
}

TEST(MatrixBalancing, VanishedTermIsRestored) {
  Matrix a = Matrix::Zero(2, 2);
  a(0, 1) = 3;
  const MatrixBalancing f(a);
  const auto cursor = f.start(Atom(Vector{{-800, 0}}), l2_norm());
  EXPECT_EQ(cursor->value(), 0);
  const Atom v(Vector{{1, 0}});
  Line& line = cursor->look(along(v));
  EXPECT_DOUBLE_EQ(line.change(800), 3);
  EXPECT_TRUE(cursor->advance(800));
  EXPECT_DOUBLE_EQ(cursor->value(), 3);
}

TEST(MatrixBalancing, SmallEntryCompensatesLargeExponential) {
  EXPECT_NEAR(balancing_term(1e-300, 800) / std::exp(800 + std::log(1e-300)), 1, 1e-12);
  EXPECT_EQ(balancing_term(0, 1e4), 0);
  EXPECT_EQ(balancing_term(1, 1e4), std::numeric_limits<double>::infinity());
  EXPECT_EQ(balancing_term(1, -1e4), 0);
}

TEST(MatrixBalancing, EmptyRowsZeroMatrixAndSingleEntry) {
  Matrix a = random_weights(6, 0.8, 13);
  a.row(2).setZero();
  a.col(2).setZero();
  const MatrixBalancing f(a);
  Vector g(6);
  f.gradient(random_point(6, 1, 14), g);
  EXPECT_EQ(g[2], 0);

  const MatrixBalancing zero(Matrix::Zero(3, 3));
  EXPECT_EQ(zero.value(Vector{{1, 2, 3}}), 0);
  const Result result =
      minimize(zero, Box(3, 0, 1), Vector{{0, 0.5, 1}}, {.direction = FrankWolfe{}});
  EXPECT_EQ(result.status, Status::gap_reached);
  EXPECT_EQ(result.value, 0);

  const MatrixBalancing one(Matrix::Constant(1, 1, 7));
  EXPECT_EQ(one.value(Vector{{5}}), 7);
  EXPECT_EQ(minimize(one, Box(1, 0, 1), {.direction = FrankWolfe{}}).value, 7);
}

TEST(MatrixBalancing, RejectsInvalidWeights) {
  const auto complaint = [](const Matrix& a) -> std::string {
    std::string dense, sparse;
    try {
      MatrixBalancing{a};
    } catch (const InvalidInput& error) {
      dense = error.what();
    }
    try {
      MatrixBalancing{Sparse(a.sparseView())};
    } catch (const InvalidInput& error) {
      sparse = error.what();
    }
    EXPECT_EQ(dense, sparse);
    return dense;
  };
  Matrix a = Matrix::Ones(3, 3);
  a(1, 2) = -0.5;
  EXPECT_EQ(complaint(a), "a: entry (1, 2) is -0.5, must be finite and >= 0");
  a(1, 2) = std::nan("");
  EXPECT_EQ(complaint(a), "a: entry (1, 2) is nan, must be finite and >= 0");
  EXPECT_EQ(complaint(Matrix::Ones(2, 3)), "a: is 2 x 3, must be square and not empty");
}

}  // namespace
}  // namespace acgd
