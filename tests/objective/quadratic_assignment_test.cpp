#include "acgd/objective/quadratic_assignment.hpp"

#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/oracle/matchings.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/testing/testing.hpp"
#include "objective/quadratic_problems.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

double value_by_sums(const Matrix& a, const Matrix& b, const Matrix& c, const Matrix& x) {
  return (a * x * b.transpose()).cwiseProduct(x).sum() + c.cwiseProduct(x).sum();
}

TEST(QuadraticAssignment, ValuesAndHessianAreThoseOfTheDefinition) {
  const Matrix a = random_matrix(4, 4, 1), b = random_matrix(3, 3, 2), c = random_matrix(4, 3, 3);
  for (const bool symmetric : {false, true}) {
    const Matrix left = symmetric ? Matrix(a + a.transpose()) : a;
    const Matrix right = symmetric ? Matrix(b + b.transpose()) : b;
    const Quadratic f = quadratic_assignment(left, right, c);
    Matrix sparse = Matrix::Zero(4, 3);
    sparse(1, 0) = 2;
    sparse(3, 2) = -1;
    for (const Matrix& x : {random_matrix(4, 3, 4), sparse}) {
      EXPECT_NEAR(f.value(x.reshaped()), value_by_sums(left, right, c, x), 1e-12);
      EXPECT_EQ(check_gradient(f, x.reshaped()), std::vector<std::string>{});
    }
    Vector product(12), column(12);
    for (Index j = 0; j < 12; ++j) {
      f.hessian().multiply(Vector::Unit(12, j), product);
      f.hessian().column(j, column);
      EXPECT_LT((product - column).norm(), 1e-13);
    }
  }
}

TEST(QuadraticAssignment, LineSearchIsGlobalOnEveryLine) {
  const Matrix a = random_matrix(6, 6, 1), b = random_matrix(6, 6, 2), none = Matrix::Zero(6, 6);
  const Quadratic f = quadratic_assignment(a, b);
  const Birkhoff set(6);
  const Vector even = Vector::Constant(36, 1.0 / 6);
  double before = f.value(even);
  const Result result = minimize(
      f, set, even,
      {.direction = FrankWolfe{}, .step = LineSearch{}, .observer = [&](const Record& record) {
         EXPECT_LE(record.value, before + 1e-12);
         before = record.value;
         return false;
       }});
  EXPECT_TRUE(is_converged(result.status)) << result.message;
  // Stationary: no vertex is better to first order, found by the assignment of the gradient.
  Vector g(36);
  f.gradient(result.x, g);
  EXPECT_GE(g.dot(linear_minimizer(set, g) - result.x), -1e-6);
}

TEST(QuadraticAssignment, RefusesBadInput) {
  EXPECT_EQ(refusal([] { quadratic_assignment(Matrix(2, 3), Matrix::Ones(2, 2)); }),
            "A: is 2 x 3, must be square");
  EXPECT_EQ(refusal([] {
              quadratic_assignment(Matrix::Ones(2, 2), Matrix::Ones(3, 3), Matrix::Ones(3, 2));
            }),
            "C: is 3 x 2, must be 2 x 3");
}

}  // namespace
}  // namespace acgd
