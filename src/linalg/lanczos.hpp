#pragma once

#include "linalg/krylov_space.hpp"

namespace acgd {

/// How far to go in search of the largest eigenvalue.
struct LanczosEffort {
  Index krylov_size = 0;
  Index max_restarts = 0;
  double tolerance = 0;  ///< of the residual, relative to the eigenvalue
};

struct LanczosProgress {
  bool converged = false;
  double gap = 0;  ///< between the two largest eigenvalues that it knows of
};

/// Lanczos's method, restarted, for the largest eigenvalue of a symmetric matrix that is only
/// multiplied by. In: x to start from. Out: its best vector, whether it converged or not. In a file
/// of its own for the same reason as thin_svd().
LanczosProgress lanczos(Index size, const KrylovSpace::Product& product,
                        const LanczosEffort& effort, Vector& x);

}  // namespace acgd
