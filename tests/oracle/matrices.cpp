#include "oracle/matrices.hpp"

#include <random>

#include "support/decompositions.hpp"

namespace acgd {

Matrix normal_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

Matrix orthonormal_columns(Index rows, Index cols, unsigned seed) {
  return acgd_test::orthonormal(normal_matrix(rows, cols, seed));
}

Matrix matrix_with(const Vector& singular_values, Index rows, Index cols, unsigned seed) {
  const Index n = singular_values.size();
  return orthonormal_columns(rows, n, seed) * singular_values.asDiagonal() *
         orthonormal_columns(cols, n, seed + 1).transpose();
}

JacobiPair jacobi_top_pair(const Matrix& a) {
  const auto [left, values, right] = acgd_test::jacobi_svd(a);
  return {values[0], left.col(0), right.col(0)};
}

Vector jacobi_singular_values(const Matrix& a) { return acgd_test::jacobi_svd(a).values; }

Vector jacobi_eigenvalues(const Matrix& symmetric) {
  const Index n = symmetric.rows();
  const double shift = symmetric.norm();
  const Matrix shifted = symmetric + shift * Matrix::Identity(n, n);
  return jacobi_singular_values(shifted).reverse().array() - shift;
}

Matrix symmetric_with(const Vector& eigenvalues, unsigned seed) {
  const Matrix q = orthonormal_columns(eigenvalues.size(), eigenvalues.size(), seed);
  const Matrix made = q * eigenvalues.asDiagonal() * q.transpose();
  return (made + made.transpose()) / 2;
}

}  // namespace acgd
