#pragma once

#include <memory>

#include "acgd/objective/linear_map.hpp"

namespace acgd {

using MatrixFloat = Eigen::MatrixXf;  ///< half the bytes of a Matrix

/// A as a dense matrix, column-major. Floats are read as floats and accumulated in double: on data
/// of single precision a product costs half as much.
class DenseMap final : public LinearMap {
 public:
  /// Keeps the matrix; throws InvalidInput if it is empty or an entry is not finite.
  explicit DenseMap(Matrix matrix);
  explicit DenseMap(MatrixFloat matrix);
  /// Shares the matrix, which must not change any more.
  explicit DenseMap(std::shared_ptr<const Matrix> matrix);
  explicit DenseMap(std::shared_ptr<const MatrixFloat> matrix);

  Index rows() const override { return rows_; }
  Index cols() const override { return cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;
  bool has_columns() const override { return true; }
  void multiply_columns(ConstVectorRef x, Index first, Index last, double* y) const override;
  /// Reads the columns of the atom's non-zero coordinates only.
  void image(const Atom& atom, VectorRef z) const override;
  double bytes() const override;

  /// The matrix, if it is stored in double, else null.
  const Matrix* matrix() const { return double_.get(); }
  /// The matrix, if it is stored in float, else null.
  const MatrixFloat* matrix_float() const { return float_.get(); }

 private:
  std::shared_ptr<const Matrix> double_;
  std::shared_ptr<const MatrixFloat> float_;
  Index rows_ = 0;
  Index cols_ = 0;
};

}  // namespace acgd
