#pragma once

#include "linalg/krylov_space.hpp"
#include "parallel/gradient_operator.hpp"

namespace acgd {

/// S = (G + G') / 2 for the gradient G of a square matrix. Products are divided by ||G||_F, so that
/// all eigenvalues are in [-1, 1]. A product reads a dense G once; a sparse G stays on its pattern.
class SymmetricPart {
 public:
  /// Throws InvalidInput unless the gradient is that of a side x side matrix. Keeps references.
  SymmetricPart(const Gradient& gradient, Index side, GradientOperator::Room& room,
                Vector& scratch);

  Index side() const { return side_; }
  /// ||G||_F. If it is 0 or not finite, products are not defined.
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

/// Smallest eigenvalues of a symmetric matrix S with orthonormal eigenvectors as columns: v_i' S
/// v_i = values[i].
struct EigenPairs {
  Vector values;
  Matrix vectors;  ///< the entry of largest magnitude of each (the first of them) is positive
  /// The sum of the values exceeds that of the smallest eigenvalues by at most this; errors at
  /// rounding level are reported as 0.
  double error = 0;
};

/// Computes the smallest eigenpairs of the symmetric part of a gradient; reuses memory between
/// searches.
///
/// Vectors are computed one after the other, each orthogonal to those before. On that subspace the
/// smallest eigenvalue is at most the next one of S (interlacing), so the errors of the searches
/// add up to a bound of the error of the sum, also for multiple eigenvalues. Errors are bounded as
/// for the top singular pair, assuming that the component of a fixed pseudo-random vector along the
/// wanted direction is at least 1e-3 (exact searches: 1e-9) of the average. The same input gives
/// the same bits.
class EigenSearch {
 public:
  /// Out: `count` pairs whose values sum to at most `accuracy` (0: rounding error) above the
  /// minimum; `pairs.error` is the bound that was achieved. In: if accuracy is 0, the vectors in
  /// `pairs` are a warm start; they are ignored if their sizes differ. A zero matrix gives first
  /// unit vectors. A matrix with non-finite entries gives first unit vectors, NaN values and
  /// infinite error.
  void find(const Gradient& gradient, Index side, Index count, double accuracy, EigenPairs& pairs);
  /// Up to `count` approximate eigenvectors of the smallest eigenvalues as orthonormal columns,
  /// from the Krylov space or the decomposition of the last find(), at no further products. They
  /// are orthogonal to all vectors of find() but its last one.
  void candidates(Index count, Matrix& vectors) const;

 private:
  void decompose(const SymmetricPart& s, EigenPairs& pairs);
  /// Computes pair number `found`, given those before it. Returns the error bound of its value, in
  /// units of the scale.
  double find_next(const SymmetricPart& s, Index found, double wanted, EigenPairs& pairs);

  GradientOperator::Room room_;
  Vector scratch_;
  Vector random_;  ///< the pseudo-random vector of this size
  Vector start_;
  Vector x_;
  Vector shares_;  ///< components along the vectors already found
  KrylovSpace space_;
  Index searched_ = 0;   ///< pairs that the last find() searched; 0 if it decomposed the matrix
  bool is_zero_ = true;  ///< whether there was nothing to find
  Matrix formed_;
  Matrix all_vectors_;
  Vector all_values_;
};

}  // namespace acgd
