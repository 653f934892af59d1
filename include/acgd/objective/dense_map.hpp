#pragma once

#include <memory>

#include "acgd/objective/linear_map.hpp"

namespace acgd {

using MatrixFloat = Eigen::MatrixXf;  ///< half the bytes of a Matrix

/// A as a dense matrix, column-major. Floats are read as floats and accumulated in double: on data
/// of single precision a product costs half as much.
class DenseMap final : public LinearMap {
 public:
  /// Columns in memory of somebody else, with a stride from one to the next.
  using View = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
  using FloatView = Eigen::Map<const MatrixFloat, Eigen::Unaligned, Eigen::OuterStride<>>;

  /// Keeps the matrix; throws InvalidInput if it is empty, if an entry is not finite, or if the
  /// largest is below 1e-150 or above 1e150.
  explicit DenseMap(Matrix matrix);
  explicit DenseMap(MatrixFloat matrix);
  /// Shares the matrix, which must not change any more.
  explicit DenseMap(std::shared_ptr<const Matrix> matrix);
  explicit DenseMap(std::shared_ptr<const MatrixFloat> matrix);
  /// Columns that `owner` keeps alive are read where they are, as those of a mapped file. That they
  /// are finite is not checked. bytes() are those of doubles either way: what a run does must not
  /// depend on how a file stores the same numbers.
  DenseMap(const View& matrix, std::shared_ptr<const void> owner);
  DenseMap(const FloatView& matrix, std::shared_ptr<const void> owner);

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
  const View* matrix() const { return double_.get(); }
  /// The matrix, if it is stored in float, else null.
  const FloatView* matrix_float() const { return float_.get(); }

 private:
  std::shared_ptr<const void> owner_;
  std::shared_ptr<const View> double_;
  std::shared_ptr<const FloatView> float_;
  Index rows_ = 0;
  Index cols_ = 0;
  double bytes_each_ = sizeof(double);
};

}  // namespace acgd
