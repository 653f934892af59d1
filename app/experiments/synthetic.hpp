#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::experiments {

/// Random numbers that depend on the seed and on what they are for, not on the standard library:
/// its engine is specified to the bit, its distributions are not, so they are written out here.
class Random {
 public:
  Random(std::string_view purpose, std::uint64_t seed);

  /// In [0, 1), a multiple of 2^-53.
  double uniform();
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// In 0 .. size - 1.
  Index index(Index size);
  /// Standard normal, by the polar method.
  double gaussian();

  Vector uniform_vector(Index size, double low, double high);
  Vector gaussian_vector(Index size);
  Matrix gaussian_matrix(Index rows, Index cols);
  /// Different indices below size, ascending.
  std::vector<Index> choose(Index size, Index count);

 private:
  std::mt19937_64 bits_;
  double spare_ = 0;  ///< the second number of a pair, if has_spare_
  bool has_spare_ = false;
};

/// Matrices and vectors drawn from a seed.

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
