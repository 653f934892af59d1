#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// A matrix given by its products with vectors.
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

/// The largest singular value and its unit singular vectors: left' A right = value.
struct SingularPair {
  double value = 0;
  Vector left;
  Vector right;  ///< its entry of largest magnitude (the first of them) is positive
  /// The largest singular value is at most value + error; errors at rounding level are reported as
  /// 0.
  double error = 0;
};

/// Computes the largest singular value and its vectors from products with the matrix.
///
/// In: if accuracy is 0, the vectors in `pair` are a warm start, as those of a nearby matrix; they
/// are ignored if their sizes differ. Out: a pair whose value is at most `accuracy` (0: rounding
/// error) below the largest singular value; `pair.error` is the bound that was achieved. The bound
/// assumes that the component of a fixed pseudo-random vector along the top direction is at least 3
/// % of the average. A zero matrix gives value 0 and first unit vectors. A matrix with non-finite
/// entries gives value NaN, first unit vectors and infinite error.
///
/// The same input gives the same bits.
void top_singular_pair(const MatrixOperator& a, double accuracy, SingularPair& pair);

}  // namespace acgd
