#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// A matrix that is only ever multiplied by, never formed.
class MatrixOperator {
 public:
  virtual ~MatrixOperator() = default;

  virtual Index rows() const = 0;
  virtual Index cols() const = 0;

  /// y = A x
  virtual void multiply(ConstVectorRef x, VectorRef y) const = 0;
  /// y = A' x
  virtual void multiply_adjoint(ConstVectorRef x, VectorRef y) const = 0;
};

/// The largest singular value of a matrix with its unit vectors: left' A right = value.
struct SingularPair {
  double value = 0;
  Vector left;
  Vector right;  ///< its entry of largest magnitude (the first of them) is positive
  /// The largest singular value is at most value + error; what rounding hides anyway counts as 0.
  double error = 0;
};

/// Finds the top pair of a matrix that is only multiplied by.
///
/// In: vectors of a nearby matrix in `pair` are a warm start where accuracy is 0; with other sizes
/// they are ignored.
/// Out: a pair whose value falls short of the largest by at most `accuracy` (0: by rounding only);
/// `pair.error` tells whether that was achieved. The bound comes from how a fixed pseudo-random
/// vector unfolds under the matrix, and supposes that it holds at least 3 % of the share of the top
/// direction that an average one does. A zero matrix gives value 0 and first unit vectors; a matrix
/// that is not finite gives a NaN value, first unit vectors and infinite error.
///
/// The same input gives the same bits.
void top_singular_pair(const MatrixOperator& a, double accuracy, SingularPair& pair);

}  // namespace acgd
