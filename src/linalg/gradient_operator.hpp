#pragma once

#include "acgd/core/gradient.hpp"
#include "acgd/linalg/matrix_operator.hpp"

namespace acgd {

/// The gradient of a matrix variable as an operator: its entries are read where they are.
class GradientOperator : public MatrixOperator {
 public:
  /// Throws InvalidInput unless the gradient is that of a rows x cols matrix. Keeps a reference.
  GradientOperator(const Gradient& gradient, Index rows, Index cols);

  Index rows() const override { return rows_; }
  Index cols() const override { return cols_; }
  void multiply(ConstVectorRef x, VectorRef y) const override;
  void multiply_adjoint(ConstVectorRef x, VectorRef y) const override;

 private:
  /// Where a block of columns with its share of a sparse gradient's entries begins.
  Index first_column(Index block) const;

  const Gradient& gradient_;
  Index rows_;
  Index cols_;
  Index blocks_ = 1;        ///< of columns that threads may share
  mutable Matrix partial_;  ///< a product's sum over each block
};

}  // namespace acgd
