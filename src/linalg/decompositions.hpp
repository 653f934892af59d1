#pragma once

#include <memory>

#include "acgd/core/vector.hpp"

namespace acgd {

/// A = left diag(values) right', with min(rows, cols) values in descending order.
struct ThinSvd {
  Matrix left;
  Vector values;
  Matrix right;
};

/// The thin SVD of a finite matrix. In a separate source file, since Eigen's templates for it take
/// longer to compile than the rest of the library.
ThinSvd thin_svd(const Eigen::Ref<const Matrix>& a);

/// Only the singular values, which cost less.
Vector singular_values(const Eigen::Ref<const Matrix>& a);

/// Overwrites the lower triangle of a with L, where a = L L'. Returns false, with a overwritten, if
/// a is not positive definite. Reads the lower triangle only.
bool factorize_in_place(Eigen::Ref<Matrix> a);

/// The eigenvalues of a finite symmetric matrix, ascending, and its orthonormal eigenvectors. Reads
/// the lower triangle. Does not reallocate `values` and `vectors` if they have the right size.
void symmetric_spectrum(const Eigen::Ref<const Matrix>& a, Vector& values, Matrix& vectors);

/// Only the eigenvalues, which cost less.
Vector symmetric_eigenvalues(const Eigen::Ref<const Matrix>& a);

/// The unit eigenvector for the largest eigenvalue of a tridiagonal matrix of at most
/// kMostTridiagonal rows. Does not allocate.
inline constexpr Index kMostTridiagonal = 120;
void top_of_tridiagonal(ConstVectorRef diagonal, ConstVectorRef off_diagonal, VectorRef x);

/// A = Q R by Householder reflections.
class OrthogonalFactor {
 public:
  explicit OrthogonalFactor(const Eigen::Ref<const Matrix>& a);

  /// R, min(rows, cols) x cols
  Matrix triangle() const;
  /// Q times `small` padded with zero rows at the bottom
  Matrix expand(const Eigen::Ref<const Matrix>& small) const;

 private:
  Matrix reflections_;  ///< R and, below it, the Householder vectors of Q
  Vector coefficients_;
};

/// Solves least-squares problems min |A x - b| for several b; A may be rank-deficient.
class LeastSquaresFactor {
 public:
  explicit LeastSquaresFactor(const Eigen::Ref<const Matrix>& a);
  LeastSquaresFactor(LeastSquaresFactor&&) noexcept;
  ~LeastSquaresFactor();

  Vector solve(ConstVectorRef b) const;
  Index rank() const;
  /// An estimate, for A of full column rank.
  double condition() const;

 private:
  struct Pivoted;
  std::unique_ptr<const Pivoted> pivoted_;
};

}  // namespace acgd
