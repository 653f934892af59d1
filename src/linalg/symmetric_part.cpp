#include "linalg/symmetric_part.hpp"

#include <limits>

namespace acgd {

SymmetricPart::SymmetricPart(const Gradient& gradient, Index side, Vector& scratch)
    : gradient_(gradient), product_(gradient, side, side), side_(side), scratch_(scratch) {
  const Vector& entries = gradient.entries();
  scale_ = entries.allFinite() ? entries.stableNorm() : std::numeric_limits<double>::infinity();
  scratch_.resize(side);
}

void SymmetricPart::multiply(const double* in, double* out) const {
  const Eigen::Map<const Vector> x(in, side_);
  Eigen::Map<Vector> y(out, side_);
  if (gradient_.is_dense()) {
    // Column by column, G x and G' x: each is read from memory but once.
    y.setZero();
    for (Index j = 0; j < side_; ++j) {
      const Eigen::Map<const Vector> column(gradient_.entries().data() + j * side_, side_);
      y += x[j] * column;
      scratch_[j] = column.dot(x);
    }
  } else {
    product_.multiply(x, y);
    product_.multiply_adjoint(x, scratch_);
  }
  y = (y + scratch_) / (2 * scale_);
}

void SymmetricPart::form(Matrix& a) const {
  a.resize(side_, side_);
  if (gradient_.is_dense()) {
    const Eigen::Map<const Matrix> g(gradient_.entries().data(), side_, side_);
    a = (g + g.transpose()) / (2 * scale_);
    return;
  }
  const SparsityPattern& pattern = gradient_.pattern();
  a.setZero();
  for (Index j = 0; j < side_; ++j) {
    for (int k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      const double half = gradient_.entries()[k] / (2 * scale_);
      a(pattern.row_indices[k], j) += half;
      a(j, pattern.row_indices[k]) += half;
    }
  }
}

}  // namespace acgd
