#pragma once

#include "linalg/krylov_space.hpp"

namespace acgd {

/// Limits and tolerance of a restarted Lanczos run.
struct LanczosEffort {
  Index krylov_size = 0;
  Index max_restarts = 0;
  double tolerance = 0;  ///< of the residual, relative to the eigenvalue
};

struct LanczosProgress {
  bool converged = false;
  double gap = 0;  ///< between the two largest Ritz values
};

/// Restarted Lanczos' method for the largest eigenvalue of a symmetric operator. In: x is the start
/// vector. Out: x is the best Ritz vector, converged or not. In a separate source file for compile
/// time, like thin_svd().
LanczosProgress lanczos(Index size, const KrylovSpace::Product& product,
                        const LanczosEffort& effort, Vector& x);

}  // namespace acgd
