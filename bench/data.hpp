#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "acgd/objective/matrix_completion.hpp"
#include "products.hpp"

/// Reproducible random data.
namespace bench {

Matrix gaussian_matrix(Index rows, Index cols, std::uint64_t seed);
Vector gaussian_vector(Index size, std::uint64_t seed);

/// `non_zeros` Gaussian entries at random places, scaled to this l1 norm.
Vector sparse_truth(Index size, Index non_zeros, double l1_norm, std::uint64_t seed);

/// Symmetric indefinite matrix of Gaussian entries, non-zero with probability `density`.
Matrix indefinite_matrix(Index n, double density, std::uint64_t seed);

/// A sparse matrix with `per_row` entries per row: all 1, or Gaussian.
SparseRows sparse_rows(Index rows, Index cols, Index per_row, bool binary, std::uint64_t seed);

/// Labels -1/+1 of the rows by a random hyperplane with noise.
Vector labels_of(const SparseRows& samples, double noise, std::uint64_t seed);

/// Ratings 1 .. 5 at distinct entries of a noisy matrix of rank 5. The numbers of ratings per row
/// are uneven.
std::vector<acgd::Observation> ratings(Index rows, Index cols, Index count, std::uint64_t seed);

}  // namespace bench
