#include "oracle/gradient_operator.hpp"

#include "acgd/core/error.hpp"
#include "core/format.hpp"

namespace acgd {

GradientOperator::GradientOperator(const Gradient& gradient, Index rows, Index cols)
    : gradient_(gradient), rows_(rows), cols_(cols) {
  if (gradient.size() != rows * cols)
    throw InvalidInput(
        format("gradient: {} entries, but the matrix is {} x {}", gradient.size(), rows, cols));
  if (gradient.is_dense()) return;
  const SparsityPattern& pattern = gradient.pattern();
  if (pattern.rows != rows || pattern.cols != cols)
    throw InvalidInput(format("gradient: its pattern is {} x {}, but the matrix is {} x {}",
                              pattern.rows, pattern.cols, rows, cols));
}

void GradientOperator::multiply(ConstVectorRef x, VectorRef y) const {
  const Vector& entries = gradient_.entries();
  if (gradient_.is_dense()) {
    y.noalias() = Eigen::Map<const Matrix>(entries.data(), rows_, cols_) * x;
    return;
  }
  const SparsityPattern& pattern = gradient_.pattern();
  y.setZero();
  for (Index j = 0; j < cols_; ++j)
    for (int k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k)
      y[pattern.row_indices[k]] += entries[k] * x[j];
}

void GradientOperator::multiply_adjoint(ConstVectorRef x, VectorRef y) const {
  const Vector& entries = gradient_.entries();
  if (gradient_.is_dense()) {
    y.noalias() = Eigen::Map<const Matrix>(entries.data(), rows_, cols_).transpose() * x;
    return;
  }
  const SparsityPattern& pattern = gradient_.pattern();
  for (Index j = 0; j < cols_; ++j) {
    double sum = 0;
    for (int k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k)
      sum += entries[k] * x[pattern.row_indices[k]];
    y[j] = sum;
  }
}

}  // namespace acgd
