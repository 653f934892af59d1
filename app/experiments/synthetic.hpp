#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::experiments {

/// Portable random numbers from a seed and a purpose. The standard specifies the engine bit for bit
/// but not the distributions, which are therefore implemented here.
class Random {
 public:
  Random(std::string_view purpose, std::uint64_t seed);

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform in 0 .. size - 1.
  Index index(Index size);
  /// Standard normal, by Marsaglia's polar method.
  double gaussian();

  Vector uniform_vector(Index size, double low, double high);
  Vector gaussian_vector(Index size);
  Matrix gaussian_matrix(Index rows, Index cols);
  /// `count` distinct indices below size, in increasing order.
  std::vector<Index> choose(Index size, Index count);

 private:
  std::mt19937_64 bits_;
  double spare_ = 0;  ///< the second number of a pair, if has_spare_
  bool has_spare_ = false;
};

/// Matrices and vectors drawn from a seed.

/// `non_zeros` Gaussian entries at random places, scaled to this l1 norm.
Vector sparse_truth(Index size, Index non_zeros, double l1_norm, std::uint64_t seed);

/// Symmetric indefinite matrix of Gaussian entries, non-zero with probability `density`.
Matrix indefinite_matrix(Index n, double density, std::uint64_t seed);

/// |A + A'| + 0.05 I, where A has about `per_row` entries per row, uniform in [0, 1].
Matrix balanced_matrix(Index n, double per_row, std::uint64_t seed);

/// Symmetric positive definite matrix, the residual operator of ridge regression on `features`
/// random features per row: most eigenvalues are near `scale`, a few are smaller.
Matrix ridge_residual(Index n, Index features, double scale, std::uint64_t seed);

}  // namespace acgd::experiments
