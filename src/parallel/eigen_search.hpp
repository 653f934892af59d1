#pragma once

#include "linalg/krylov_space.hpp"
#include "parallel/gradient_operator.hpp"

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

/// Smallest eigenvalues of a symmetric matrix S with orthonormal vectors, a column each:
/// v_i' S v_i = values[i].
struct EigenPairs {
  Vector values;
  Matrix vectors;  ///< the entry of largest magnitude of each (the first of them) is positive
  /// The values sum to at most this more than the smallest that there are; what rounding hides
  /// anyway counts as 0.
  double error = 0;
};

/// Finds the smallest eigenpairs of the symmetric part of a gradient, with memory that is used
/// again by the next search.
///
/// One vector after the other, each in what is orthogonal to those before. There the smallest
/// eigenvalue is at most the next one of S (interlacing), so the errors of the searches add up to a
/// bound on the error of the sum, also where eigenvalues are equal. How far a search falls short is
/// told as for the top singular pair: from how a fixed pseudo-random vector unfolds, supposing that
/// it holds at least a thousandth (exact searches: a billionth) of the share of the wanted direction
/// that an average one does.
/// The same input gives the same bits.
class EigenSearch {
 public:
  /// Out: `count` pairs whose values sum to at most `accuracy` (0: rounding) above the least, or an
  /// error that says by how much. In: where accuracy is 0 the vectors of a nearby matrix, a warm
  /// start; with other sizes they are ignored. A zero matrix gives first unit vectors; one that is
  /// not finite does, too, with NaN values and infinite error.
  void find(const Gradient& gradient, Index side, Index count, double accuracy, EigenPairs& pairs);

 private:
  void decompose(const SymmetricPart& s, EigenPairs& pairs);
  /// The pair number `found`, all before it known; how far its value is off, in units of the scale.
  double find_next(const SymmetricPart& s, Index found, double wanted, EigenPairs& pairs);

  GradientOperator::Room room_;
  Vector scratch_;
  Vector random_;  ///< the pseudo-random vector of this size
  Vector start_;
  Vector x_;
  Vector shares_;  ///< of found vectors
  KrylovSpace space_;
  Matrix formed_;
  Matrix all_vectors_;
  Vector all_values_;
};

}  // namespace acgd
