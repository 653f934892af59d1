#pragma once

#include <memory>

#include "acgd/core/vector.hpp"

namespace acgd {

/// A = left diag(values) right', values descending, min(rows, cols) of them.
struct ThinSvd {
  Matrix left;
  Vector values;
  Matrix right;
};

/// The decomposition of a finite matrix. In a file of its own, since Eigen's templates for it take
/// longer to compile than the rest of the library.
ThinSvd thin_svd(const Eigen::Ref<const Matrix>& a);

/// Its values alone, which cost less.
Vector singular_values(const Eigen::Ref<const Matrix>& a);

/// a = L in its lower triangle, where a = L L'; false, and a is spoilt, if a is not positive
/// definite. Reads the lower triangle alone. In a file of its own for the same reason as thin_svd().
bool factorize_in_place(Eigen::Ref<Matrix> a);

/// The eigenvalues of a finite symmetric matrix, ascending, and its orthonormal eigenvectors. Reads
/// the lower half, and leaves `values` and `vectors` where their memory is if they have the size.
/// In a file of its own, like the singular value decomposition, for the time it takes to compile.
void symmetric_spectrum(const Eigen::Ref<const Matrix>& a, Vector& values, Matrix& vectors);

/// Its eigenvalues alone, which cost less.
Vector symmetric_eigenvalues(const Eigen::Ref<const Matrix>& a);

/// The unit eigenvector for the largest eigenvalue of a tridiagonal matrix of at most
/// kMostTridiagonal rows. Does not allocate.
inline constexpr Index kMostTridiagonal = 120;
void top_of_tridiagonal(ConstVectorRef diagonal, ConstVectorRef off_diagonal, VectorRef x);

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
