#pragma once

#include <cstdint>

#include "acgd/core/vector.hpp"

/// Matrices and vectors drawn from a seed.
namespace acgd::experiments {

/// `non_zeros` Gaussian entries at random places, scaled to this l1 norm.
Vector sparse_truth(Index size, Index non_zeros, double l1_norm, std::uint64_t seed);

/// Symmetric and indefinite: Gaussian entries, each there with this probability.
Matrix indefinite_matrix(Index n, double density, std::uint64_t seed);

/// |A + A'| + 0.05 I, A having about `per_row` entries a row, uniform in [0, 1].
Matrix balanced_matrix(Index n, double per_row, std::uint64_t seed);

/// Symmetric and positive definite, most eigenvalues near `scale`, a few down to a fraction of it:
/// what ridge regression on `features` random features per row leaves unexplained.
Matrix ridge_residual(Index n, Index features, double scale, std::uint64_t seed);

}  // namespace acgd::experiments
