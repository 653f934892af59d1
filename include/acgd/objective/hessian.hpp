#pragma once

#include <Eigen/SparseCore>
#include <memory>

#include "acgd/linalg/singular_pair.hpp"
#include "acgd/objective/linear_maps.hpp"

namespace acgd {

/// The H of f(x) = 1/2 x'Hx + b'x + c: symmetric, definite or not. A product is all it needs; one
/// that has its columns at hand, or gets them for less than a product, says so.
class Hessian : public MatrixOperator {
 public:
  virtual Index dimension() const = 0;
  Index rows() const final { return dimension(); }
  Index cols() const final { return dimension(); }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const final { multiply(x, y); }

  /// y = H e_j; by default a product.
  virtual void column(Index j, VectorRef y) const;
  /// H e_j where it lies in memory, dimension() doubles; nullptr when it is not stored.
  virtual const double* stored_column(Index j) const {
    static_cast<void>(j);
    return nullptr;
  }

  /// Appends H e_j to the list where few of its entries are not 0; else returns false. By default
  /// nothing is known.
  virtual bool append_column(Index j, EntryList& list) const {
    static_cast<void>(j), static_cast<void>(list);
    return false;
  }

  /// Bytes read by one product, and by one column(): what the choices of a run compare.
  virtual double bytes() const = 0;
  virtual double column_bytes() const { return bytes(); }

  /// The largest |eigenvalue|, to a relative 1e-6 and not from below: Lanczos, a few dozen
  /// products.
  virtual double largest_eigenvalue() const;
};

/// H as a dense matrix: every column is at hand.
class DenseHessian final : public Hessian {
 public:
  /// Keeps the matrix. Throws InvalidInput if it is empty or not square, if an entry is not finite,
  /// or if two entries that should be the same differ by more than 1e-10 of the largest entry; the
  /// worst pair is named. What rounding left different is made the same.
  explicit DenseHessian(Matrix h);

  const Matrix& matrix() const { return h_; }

  Index dimension() const override { return h_.rows(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void column(Index j, VectorRef y) const override { y = h_.col(j); }
  const double* stored_column(Index j) const override { return h_.col(j).data(); }
  double bytes() const override { return 8.0 * static_cast<double>(h_.size()); }
  double column_bytes() const override { return 8.0 * static_cast<double>(h_.rows()); }

 private:
  Matrix h_;
};

/// H = scale * A'A, never formed: a product is a pass over A and one over A', a column is the image
/// of one coordinate and a pass over A'.
class GramHessian final : public Hessian {
 public:
  GramHessian(std::shared_ptr<const LinearMap> a, double scale);

  const LinearMap& map() const { return *a_; }
  double scale() const { return scale_; }

  Index dimension() const override { return a_->cols(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void column(Index j, VectorRef y) const override;
  double bytes() const override { return 2 * a_->bytes(); }
  double column_bytes() const override { return a_->bytes(); }
  double largest_eigenvalue() const override;

 private:
  std::shared_ptr<const LinearMap> a_;
  double scale_;
};

/// scale * A'A as a matrix: rows * cols^2 multiplications on two threads for a dense map, a pass
/// over A' per column for any other. The number of threads does not change its bits.
Matrix gram_matrix(const LinearMap& a, double scale);

/// H as a sparse matrix, both halves stored.
class SparseHessian final : public Hessian {
 public:
  /// Keeps a compressed copy, entries of one place added up. Throws InvalidInput under the same
  /// conditions as DenseHessian, and if an index lies outside.
  explicit SparseHessian(const Eigen::SparseMatrix<double>& h);

  const Eigen::SparseMatrix<double>& matrix() const { return h_; }

  Index dimension() const override { return h_.rows(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void column(Index j, VectorRef y) const override;
  bool append_column(Index j, EntryList& list) const override;
  double bytes() const override { return 12.0 * static_cast<double>(h_.nonZeros()); }
  /// The mean; the vector it is written to counts too.
  double column_bytes() const override {
    return 8.0 * static_cast<double>(dimension()) + bytes() / static_cast<double>(dimension());
  }

 private:
  Eigen::SparseMatrix<double> h_;
};

}  // namespace acgd
