#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "acgd/objective/matrix_completion.hpp"
#include "products.hpp"

/// Data drawn from a seed: the same seed gives the same data.
namespace bench {

Matrix gaussian_matrix(Index rows, Index cols, std::uint64_t seed);
Vector gaussian_vector(Index size, std::uint64_t seed);

/// `non_zeros` Gaussian entries at random places, scaled to this l1 norm.
Vector sparse_truth(Index size, Index non_zeros, double l1_norm, std::uint64_t seed);

/// Symmetric, Gaussian, indefinite; each entry is there with this probability.
Matrix indefinite_matrix(Index n, double density, std::uint64_t seed);

/// So many entries in each row: all 1, or Gaussian.
SparseRows sparse_rows(Index rows, Index cols, Index per_row, bool binary, std::uint64_t seed);

/// Labels -1/+1 that a random plane and some noise give the rows.
Vector labels_of(const SparseRows& samples, double noise, std::uint64_t seed);

/// Different entries of a matrix of rank 5 with noise, as ratings 1 .. 5. A few rows have many,
/// most have few.
std::vector<acgd::Observation> ratings(Index rows, Index cols, Index count, std::uint64_t seed);

}  // namespace bench
