#pragma once

#include <memory>

#include "acgd/core/vector.hpp"

namespace acgd {

/// A = Q R by Householder's reflections. In a file of its own for the same reason as thin_svd().
class OrthogonalFactor {
 public:
  explicit OrthogonalFactor(const Eigen::Ref<const Matrix>& a);

  /// R, min(rows, cols) x cols
  Matrix triangle() const;
  /// Q times the columns of `small`, which stand for its first rows
  Matrix expand(const Eigen::Ref<const Matrix>& small) const;

 private:
  Matrix reflections_;  ///< R and, below it, the reflections that Q is the product of
  Vector coefficients_;
};

/// The solver of least-squares problems min |A x - b| for several b, whatever the rank of A.
class LeastSquaresFactor {
 public:
  explicit LeastSquaresFactor(const Eigen::Ref<const Matrix>& a);
  ~LeastSquaresFactor();

  Vector solve(ConstVectorRef b) const;

 private:
  struct Pivoted;
  std::unique_ptr<const Pivoted> pivoted_;
};

}  // namespace acgd
