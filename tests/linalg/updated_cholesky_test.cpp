// A factor with rows added and removed, against the matrix it factorises.
#include "linalg/updated_cholesky.hpp"

#include <gtest/gtest.h>

#include <random>

namespace acgd_test {
namespace {

using namespace acgd;

/// A positive definite matrix whose principal submatrices are used.
Matrix definite(Index size) {
  std::mt19937 engine(7);
  std::normal_distribution<double> normal;
  const Matrix b = Matrix::NullaryExpr(size + 2, size, [&] { return normal(engine); });
  return b.transpose() * b;
}

/// M x - b, where x = M^-1 b by the factor.
double error(const UpdatedCholesky& factor, const Matrix& m, const std::vector<Index>& rows) {
  const Index n = factor.size();
  const Vector b = Vector::LinSpaced(n, -1, 2);
  Vector x = b;
  factor.solve_lower(x);
  factor.solve_upper(x);
  Vector back = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) back[i] += m(rows[i], rows[j]) * x[j];
  }
  return n == 0 ? 0 : (back - b).lpNorm<Eigen::Infinity>() / (1 + x.lpNorm<Eigen::Infinity>());
}

TEST(UpdatedCholesky, MatchesMatrixAfterUpdates) {
  const Matrix m = definite(40);
  UpdatedCholesky factor;
  std::vector<Index> rows;
  std::mt19937 engine(8);
  for (int round = 0; round < 600; ++round) {
    const Index next = static_cast<Index>(engine() % 40);
    const auto known = std::find(rows.begin(), rows.end(), next);
    if (known != rows.end()) {
      factor.remove(known - rows.begin());
      rows.erase(known);
    } else {
      Vector row(static_cast<Index>(rows.size()));
      for (Index i = 0; i < row.size(); ++i) row[i] = m(rows[i], next);
      ASSERT_TRUE(factor.append(row, m(next, next), 0));
      rows.push_back(next);
    }
    ASSERT_EQ(factor.size(), static_cast<Index>(rows.size()));
    ASSERT_LE(error(factor, m, rows), 1e-9) << round;
  }
}

TEST(UpdatedCholesky, AddingAllRowsAtOnceGivesSameFactor) {
  const Matrix m = definite(100);
  std::vector<Index> rows(100);
  for (Index i = 0; i < 100; ++i) rows[i] = i;
  UpdatedCholesky factor;
  const auto fill = [&](Matrix& l) { l.topLeftCorner(100, 100) = m; };
  ASSERT_TRUE(factor.factorize(100, 1e-12, fill));
  EXPECT_LE(error(factor, m, rows), 1e-8);
}

// A row that is a linear combination of the others has no pivot; the coefficients are reported.
TEST(UpdatedCholesky, RejectsDependentRows) {
  const Matrix m = definite(5);
  UpdatedCholesky factor;
  for (Index i = 0; i < 5; ++i) {
    ASSERT_TRUE(factor.append(m.col(i).head(i), m(i, i), 0));
  }
  const Vector weights = Vector::LinSpaced(5, 1, 2);
  const Vector row = m * weights;
  EXPECT_FALSE(factor.append(row, weights.dot(row), 1e-10 * weights.dot(row)));
  EXPECT_NEAR(factor.pivot(), 0, 1e-9 * weights.dot(row));
  EXPECT_EQ(factor.size(), 5);
  Vector combination = factor.reduced();
  factor.solve_upper(combination);
  EXPECT_LE((combination - weights).norm(), 1e-9);

  Matrix singular = Matrix::Ones(3, 3);
  EXPECT_FALSE(factor.factorize(3, 1e-12, [&](Matrix& l) { l.topLeftCorner(3, 3) = singular; }));
  EXPECT_EQ(factor.size(), 0);
}

}  // namespace
}  // namespace acgd_test
