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

}  // namespace acgd::experiments
