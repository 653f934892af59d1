// Which objectives are declared convex, and which provide their curvature.
#include <gtest/gtest.h>

#include "acgd/objective/function.hpp"
#include "acgd/objective/matrix_balancing.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/test_functions.hpp"
#include "objective/curvature_problems.hpp"
#include "oracle/matrices.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

/// Whether f((x + y) / 2) <= (f(x) + f(y)) / 2 for some hundred pairs of points, far and near.
bool looks_convex(const Objective& f) {
  for (std::uint64_t seed = 1; seed < 400; seed += 2) {
    const Vector x = 2 * random_vector(f.dimension(), seed);
    const Vector y = random_vector(f.dimension(), seed + 1);
    for (const Vector& other : {Vector(2 * y), Vector(x + 0.1 * y)}) {
      const double chord = 0.5 * f.value(x) + 0.5 * f.value(other);
      if (f.value(0.5 * (x + other)) > chord + 1e-12 * (1 + std::abs(chord))) return false;
    }
  }
  return true;
}

void expect_properties(const Objective& f, bool convex, bool curved, const char* name) {
  EXPECT_EQ(f.is_convex(), convex) << name;
  EXPECT_EQ(f.has_curvature(), curved) << name;
  EXPECT_EQ(f.start(Atom(Vector::Zero(f.dimension())), l2_norm())->curvature() != nullptr, curved)
      << name;
  EXPECT_EQ(looks_convex(f), convex) << name;
}

TEST(Convexity, IsDeclaredByModels) {
  const Matrix a = random_matrix(30, 5, 1);
  const Vector b = random_vector(30, 2);
  const Vector labels = b.unaryExpr([](double v) { return v > 0 ? 1.0 : -1.0; });
  expect_properties(logistic(a, labels), true, true, "logistic");
  expect_properties(squared_hinge(a, labels), true, true, "squared hinge");
  expect_properties(huber(a, b, 0.5), true, true, "huber");
  expect_properties(poisson(a, b.cwiseAbs()), true, true, "poisson");
  expect_properties(sigmoid(a, (labels.array() + 1) / 2), false, true, "sigmoid");
  expect_properties(LeastSquares(a, b), true, true, "least squares");
  expect_properties(logistic(a, labels, {}, Intercept::profiled), true, true, "with an intercept");
  expect_properties(softmax(a, (labels.array() + 1) / 2, 2, {}, Intercept::profiled), true, true,
                    "softmax");
}

TEST(Convexity, IsDeclaredByOtherObjectives) {
  expect_properties(MatrixBalancing(random_matrix(5, 5, 3).cwiseAbs()), true, false, "balancing");
  expect_properties(Zakharov(4), true, false, "Zakharov");
  expect_properties(Rosenbrock(4), false, false, "Rosenbrock");
  EXPECT_FALSE(SumOfSquares(4).is_convex());
  expect_properties(Levy(4), false, false, "Levy");
  const std::vector<Observation> seen = {{.row = 0, .col = 1, .value = 2}, {.row = 1, .value = 1}};
  EXPECT_TRUE(MatrixCompletion(2, 2, seen).is_convex());
  EXPECT_TRUE(MatrixCompletion(2, 2, seen, {.loss = CompletionLoss::squared}).is_convex());
}

TEST(Convexity, OfBlackBoxIsAsDeclared) {
  const auto value = [](const Vector& x) { return x.squaredNorm(); };
  const auto gradient = [](const Vector& x) { return Vector(2 * x); };
  EXPECT_FALSE(Function(3, value, gradient).is_convex());
  EXPECT_TRUE(Function(3, value, gradient, {.convex = true}).is_convex());
  const auto filled = [](const Vector& x, Vector& g) { g = 2 * x; };
  EXPECT_TRUE(Function(3, value, filled, {.convex = true}).is_convex());
}

Quadratic quadratic_of(const Matrix& q, QuadraticOptions options = {}) {
  return Quadratic(q, Vector::Ones(q.rows()), 0, options);
}

TEST(Convexity, OfQuadraticIsDetected) {
  for (const Index n : {1, 2, 30}) {
    const Matrix definite = random_definite(n, 1);
    EXPECT_TRUE(quadratic_of(definite).is_convex());
    EXPECT_TRUE(Quadratic(SparseMatrix(definite.sparseView()), Vector::Ones(n)).is_convex());
    EXPECT_FALSE(quadratic_of(-definite).is_convex());
    EXPECT_FALSE(quadratic_of(definite - 20 * Matrix::Identity(n, n)).is_convex());
  }
  EXPECT_FALSE(quadratic_of(random_symmetric(30, 2)).is_convex());
}

// Of rank r: all other eigenvalues are 0, and rounding gives them either sign.
TEST(Convexity, OfSingularQuadraticIsDetectedDespiteRounding) {
  EXPECT_TRUE(quadratic_of(Matrix::Zero(4, 4)).is_convex());
  EXPECT_FALSE(quadratic_of((Matrix(2, 2) << 0, 1, 1, 0).finished()).is_convex());
  EXPECT_FALSE(quadratic_of((Matrix(2, 2) << 1, 2, 2, 0).finished()).is_convex());
  EXPECT_TRUE(quadratic_of((Matrix(2, 2) << 1, 0, 0, 0).finished()).is_convex());
  for (const Index rank : {1, 3, 40}) {
    for (std::uint64_t seed = 1; seed < 9; ++seed) {
      const Matrix a = random_matrix(rank, 80, seed);
      const Matrix q = 1e6 * a.transpose() * a;
      EXPECT_TRUE(quadratic_of(q).is_convex()) << rank;
      // One eigenvalue that is below 0 by more than rounding.
      const Matrix less = q - 1e-8 * q.trace() * Matrix::Identity(80, 80);
      EXPECT_FALSE(quadratic_of(less).is_convex()) << rank;
    }
  }
}

// The sign of the smallest eigenvalue is known from an eigensolver, with a shift of 1e-9 of the
// largest.
TEST(Convexity, OfQuadraticIsSignOfSmallestEigenvalue) {
  for (const Index n : {63, 64, 65, 200}) {
    const Matrix q = random_symmetric(n, 5);
    const Vector spectrum = jacobi_eigenvalues(q);
    const double size = spectrum.cwiseAbs().maxCoeff();
    for (const double share : {1e-9, -1e-9}) {
      const Matrix moved = q + (share * size - spectrum[0]) * Matrix::Identity(n, n);
      EXPECT_EQ(quadratic_of(moved).is_convex(), share > 0) << n;
    }
  }
}

// Of rank 60: a direction outside of the range of Q has the eigenvalue 0, and a negative shift
// along it is detected.
TEST(Convexity, OfQuadraticOfThousandVariablesIsDetected) {
  const Index n = 1201;
  const Matrix a = random_matrix(60, n, 6);
  const Matrix q = a.transpose() * a;
  EXPECT_TRUE(quadratic_of(q).is_convex());
  const double size = q.norm();
  const Vector v = random_vector(n, 7).normalized();
  EXPECT_FALSE(quadratic_of(q - 1e-6 * size * v * v.transpose()).is_convex());
}

// -x'' on a grid, for any number of variables; with a smaller diagonal nothing is known.
TEST(Convexity, OfDiagonallyDominantQuadraticIsKnown) {
  const Index n = 5000;
  SparseMatrix q(n, n);
  for (Index j = 0; j < n; ++j) {
    if (j > 0) q.insert(j - 1, j) = -1;
    q.insert(j, j) = 2;
    if (j + 1 < n) q.insert(j + 1, j) = -1;
  }
  EXPECT_TRUE(Quadratic(q, Vector::Ones(n)).is_convex());
  EXPECT_FALSE(Quadratic(SparseMatrix(-q), Vector::Ones(n)).is_convex());
  q.coeffRef(n / 2, n / 2) = 1.5;
  EXPECT_FALSE(Quadratic(q, Vector::Ones(n)).is_convex());
}

TEST(Convexity, OfQuadraticMayBeDeclared) {
  const Index n = 2001;
  const Matrix q = Matrix::Constant(n, n, 1);
  EXPECT_FALSE(quadratic_of(q).is_convex()) << "not known";
  EXPECT_TRUE(quadratic_of(q, {.convex = true}).is_convex());
  EXPECT_FALSE(quadratic_of(Matrix::Identity(3, 3), {.convex = false}).is_convex());
}

// For any size: A'A is positive semidefinite.
TEST(Convexity, OfGramMatrixIsSignOfScale) {
  const auto map = std::make_shared<DenseMap>(random_matrix(2, 1200, 4));
  const Vector b = Vector::Ones(1200);
  EXPECT_TRUE(Quadratic(std::make_shared<GramHessian>(map, 2), b).is_convex());
  EXPECT_FALSE(Quadratic(std::make_shared<GramHessian>(map, -2), b).is_convex());
}

}  // namespace
}  // namespace acgd_test
