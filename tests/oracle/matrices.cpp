#include "oracle/matrices.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <random>

namespace acgd {

Matrix normal_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

Matrix orthonormal_columns(Index rows, Index cols, unsigned seed) {
  const Eigen::HouseholderQR<Matrix> qr(normal_matrix(rows, cols, seed));
  return qr.householderQ() * Matrix::Identity(rows, cols);
}

Matrix matrix_with(const Vector& singular_values, Index rows, Index cols, unsigned seed) {
  const Index n = singular_values.size();
  return orthonormal_columns(rows, n, seed) * singular_values.asDiagonal() *
         orthonormal_columns(cols, n, seed + 1).transpose();
}

JacobiPair jacobi_top_pair(const Matrix& a) {
  const Eigen::JacobiSVD<Matrix> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.singularValues()[0], svd.matrixU().col(0), svd.matrixV().col(0)};
}

Vector jacobi_singular_values(const Matrix& a) {
  return Eigen::JacobiSVD<Matrix>(a).singularValues();
}

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
