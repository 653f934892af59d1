#pragma once

#include "acgd/core/vector.hpp"
#include "acgd/linalg/singular_pair.hpp"

namespace acgd {

Matrix normal_matrix(Index rows, Index cols, unsigned seed);
Matrix orthonormal_columns(Index rows, Index cols, unsigned seed);

/// A rows x cols matrix with the given min(rows, cols) singular values.
Matrix matrix_with(const Vector& singular_values, Index rows, Index cols, unsigned seed);

/// By Eigen's Jacobi iteration, which the library does not use.
Vector jacobi_singular_values(const Matrix& a);

/// Eigenvalues of a symmetric matrix, ascending: the singular values of S + c I for a c that makes
/// it positive, minus c.
Vector jacobi_eigenvalues(const Matrix& symmetric);
/// A symmetric matrix with the given eigenvalues.
Matrix symmetric_with(const Vector& eigenvalues, unsigned seed);

struct JacobiPair {
  double value;
  Vector left;
  Vector right;
};
JacobiPair jacobi_top_pair(const Matrix& a);

inline double largest_singular_value(const Matrix& a) { return jacobi_singular_values(a)[0]; }

inline Vector stacked(const Matrix& a) { return a.reshaped(); }

/// A matrix that counts its products.
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
