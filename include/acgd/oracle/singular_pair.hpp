#pragma once

#include "acgd/core/matrix_operator.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

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
/// In: vectors of a nearby matrix in `pair` are a warm start; with other sizes they are ignored.
/// Out: a pair whose value falls short of the largest by at most `accuracy` (0: by rounding only);
/// `pair.error` tells whether that was achieved. The bound comes from the residual of the pair and
/// supposes that the Krylov space, which always holds a share of a fixed pseudo-random vector, has
/// seen the top direction. A zero matrix gives value 0 and first unit vectors; a matrix that is not
/// finite gives a NaN value, first unit vectors and infinite error.
///
/// The same input gives the same bits.
void top_singular_pair(const MatrixOperator& a, double accuracy, SingularPair& pair);

}  // namespace acgd
