#include "support/decompositions.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace acgd_test {

using acgd::Matrix;

JacobiSvd jacobi_svd(const Matrix& a) {
  const Eigen::JacobiSVD<Matrix> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

Matrix solve(const Matrix& a, const Matrix& b) { return Eigen::FullPivLU<Matrix>(a).solve(b); }

bool is_invertible(const Matrix& a) { return Eigen::FullPivLU<Matrix>(a).isInvertible(); }

Matrix orthonormal(const Matrix& a) {
  return Eigen::HouseholderQR<Matrix>(a).householderQ() * Matrix::Identity(a.rows(), a.cols());
}

}  // namespace acgd_test
