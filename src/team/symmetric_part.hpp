#pragma once

#include "team/gradient_operator.hpp"

namespace acgd {

/// S = (G + G') / 2 of a gradient G of a square matrix, over ||G||_F: all eigenvalues are in
/// [-1, 1]. A dense G is read once a product, one on a pattern stays on it.
class SymmetricPart {
 public:
  /// Throws InvalidInput unless the gradient is that of a side x side matrix. Keeps references.
  SymmetricPart(const Gradient& gradient, Index side, GradientOperator::Room& room,
                Vector& scratch);

  Index side() const { return side_; }
  /// ||G||_F; 0, or not finite: then there is nothing to multiply by.
  double scale() const { return scale_; }

  /// y = S x / scale
  void multiply(const double* x, double* y) const;
  /// a = S / scale
  void form(Matrix& a) const;

 private:
  const Gradient& gradient_;
  GradientOperator product_;
  Index side_;
  Vector& scratch_;
  double scale_;
};

}  // namespace acgd
