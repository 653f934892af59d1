#pragma once

#include <vector>

#include "acgd/core/vector.hpp"
#include "direction/passive_set.hpp"

namespace acgd {

/// What a second-order model is minimised over: quantities u_i between bounds, of which those of a
/// block keep their sum. Weights of atoms are >= 0 and have a block each; coordinates of a box have
/// two bounds and no block.
///
/// Lists that grow and shrink from point to point keep their memory.
struct ModelVariables {
  std::vector<double> value;  ///< u
  std::vector<double> slope;  ///< s
  std::vector<double> lower;
  std::vector<double> upper;
  std::vector<Index> block;
  Index block_count = 0;

  Index size() const { return static_cast<Index>(value.size()); }
  void resize(Index size);
  void set_weight(Index i, double weight, double slope_, Index block_);
  void set_coordinate(Index i, double x, double slope_, double lower_, double upper_);
};

}  // namespace acgd
