#pragma once

#include "acgd/linalg/singular_pair.hpp"
#include "linalg/krylov_space.hpp"

namespace acgd {

/// Implements top_singular_pair(); reuses memory between searches.
class SingularSearch {
 public:
  void find(const MatrixOperator& a, double accuracy, SingularPair& pair);

 private:
  Vector random_;  ///< the pseudo-random vector of this size
  Vector x_;
  Vector image_;
  KrylovSpace space_;
};

}  // namespace acgd
