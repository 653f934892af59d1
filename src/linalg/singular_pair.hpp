#pragma once

#include "acgd/linalg/singular_pair.hpp"
#include "linalg/krylov_space.hpp"

namespace acgd {

/// Implements top_singular_pair(); reuses memory between searches.
class SingularSearch {
 public:
  void find(const MatrixOperator& a, double accuracy, SingularPair& pair) {
    find_several(a, accuracy, 1, pair);
  }
  /// The same, and keeps up to `count` approximate leading singular vectors for candidates().
  void find_several(const MatrixOperator& a, double accuracy, Index count, SingularPair& pair);
  /// Singular vectors of the shorter side of the matrix as orthonormal columns, the top one first.
  /// Only the top one is accurate: the others come from the same Krylov space, at no further
  /// products.
  const Matrix& candidates() const { return candidates_; }

 private:
  Matrix candidates_;
  Vector random_;  ///< the pseudo-random vector of this size
  Vector x_;
  Vector image_;
  KrylovSpace space_;
};

}  // namespace acgd
