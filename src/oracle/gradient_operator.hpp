#pragma once

#include "acgd/core/gradient.hpp"
#include "acgd/core/matrix_operator.hpp"

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
  const Gradient& gradient_;
  Index rows_;
  Index cols_;
};

}  // namespace acgd
