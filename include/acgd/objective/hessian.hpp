#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <optional>

#include "acgd/linalg/singular_pair.hpp"
#include "acgd/objective/design.hpp"

namespace acgd {

/// The symmetric H of f(x) = 1/2 x'Hx + b'x + c, definite or not. Only a product is required;
/// subclasses with cheaper columns override the functions for these.
class Hessian : public MatrixOperator {
 public:
  virtual Index dimension() const = 0;
  Index rows() const final { return dimension(); }
  Index cols() const final { return dimension(); }
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const final { multiply(x, y); }

  /// y = H e_j; by default a product.
  virtual void column(Index j, VectorRef y) const;
  /// H e_j in memory, dimension() doubles; nullptr if it is not stored.
  virtual const double* stored_column(Index j) const {
    static_cast<void>(j);
    return nullptr;
  }

  /// Appends H e_j to the list and returns true if few entries are not 0; by default returns false.
  virtual bool append_column(Index j, EntryList& list) const {
    static_cast<void>(j), static_cast<void>(list);
    return false;
  }

  /// H = scale * A'A.
  struct Factors {
    const Design* a = nullptr;
    double scale = 0;
  };
  /// The factors of H, if it has that form.
  virtual std::optional<Factors> factors() const { return std::nullopt; }

  /// Bytes read by one product, and by one column(): used to choose the cheaper one.
  virtual double bytes() const = 0;
  virtual double column_bytes() const { return bytes(); }

  /// An upper bound of the largest |eigenvalue|, to a relative 1e-6: Lanczos' method, a few dozen
  /// products.
  virtual double largest_eigenvalue() const;
};

/// H as a dense matrix with stored columns.
class DenseHessian final : public Hessian {
 public:
  /// Takes the matrix. Throws InvalidInput if it is empty or not square, if an entry is not finite,
  /// or if h_ij and h_ji differ by more than 1e-10 of the largest entry; the error names the worst
  /// pair. Smaller differences are averaged out.
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

/// H = scale * A'A, never formed: a product reads A and A', a column is the image of a coordinate
/// and a product with A'.
class GramHessian final : public Hessian {
 public:
  GramHessian(Design a, double scale) : a_(std::move(a)), scale_(scale) {}

  Index dimension() const override { return a_.map().cols(); }
  std::optional<Factors> factors() const override { return Factors{&a_, scale_}; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void column(Index j, VectorRef y) const override;
  double bytes() const override { return 2 * a_.map().bytes(); }
  double column_bytes() const override { return a_.map().bytes(); }
  double largest_eigenvalue() const override;

 private:
  Design a_;
  double scale_;
};

/// scale * A'A as a matrix: rows * cols^2 multiplications for a dense map, a product with A' per
/// column for any other. The bits do not depend on the number of threads.
Matrix gram_matrix(const Design& a, double scale);

/// H as a sparse matrix, with both halves stored.
class SparseHessian final : public Hessian {
 public:
  /// Makes a compressed copy; duplicate entries are summed. Throws InvalidInput under the same
  /// conditions as DenseHessian, and if an index is out of range.
  explicit SparseHessian(const Eigen::SparseMatrix<double>& h);

  const Eigen::SparseMatrix<double>& matrix() const { return h_; }

  Index dimension() const override { return h_.rows(); }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void column(Index j, VectorRef y) const override;
  bool append_column(Index j, EntryList& list) const override;
  double bytes() const override;
  /// The mean over columns, including the vector written to.
  double column_bytes() const override {
    return 8.0 * static_cast<double>(dimension()) + bytes() / static_cast<double>(dimension());
  }

 private:
  Eigen::SparseMatrix<double> h_;
};

}  // namespace acgd
