#pragma once

#include <Eigen/QR>
#include <Eigen/SVD>
#include <random>

#include "acgd/core/matrix_operator.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

inline Matrix normal_matrix(Index rows, Index cols, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, cols, [&] { return normal(random); });
}

inline Matrix orthonormal_columns(Index rows, Index cols, unsigned seed) {
  const Eigen::HouseholderQR<Matrix> qr(normal_matrix(rows, cols, seed));
  return qr.householderQ() * Matrix::Identity(rows, cols);
}

/// A rows x cols matrix with the given singular values, min(rows, cols) of them.
inline Matrix matrix_with(const Vector& singular_values, Index rows, Index cols, unsigned seed) {
  const Index n = singular_values.size();
  return orthonormal_columns(rows, n, seed) * singular_values.asDiagonal() *
         orthonormal_columns(cols, n, seed + 1).transpose();
}

inline double largest_singular_value(const Matrix& a) {
  return Eigen::JacobiSVD<Matrix>(a).singularValues()[0];
}

inline Vector stacked(const Matrix& a) { return a.reshaped(); }

/// A matrix seen only through its products, which it counts.
class CountedMatrix : public MatrixOperator {
 public:
  explicit CountedMatrix(Matrix a) : a_(std::move(a)) {}

  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override {
    ++products_;
    y = a_ * x;
  }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override {
    ++products_;
    y = a_.transpose() * x;
  }

  int products() const { return products_; }

 private:
  Matrix a_;
  mutable int products_ = 0;
};

/// diag(d), for large sizes.
class DiagonalMatrix : public MatrixOperator {
 public:
  explicit DiagonalMatrix(Vector d) : d_(std::move(d)) {}

  Index rows() const override { return d_.size(); }
  Index cols() const override { return d_.size(); }
  void multiply(ConstVectorRef x, VectorRef y) const override { y = d_.cwiseProduct(x); }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override { y = d_.cwiseProduct(x); }

 private:
  Vector d_;
};

}  // namespace acgd
