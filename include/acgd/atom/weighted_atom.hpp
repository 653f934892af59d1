#pragma once

#include <vector>

#include "acgd/atom/atom.hpp"

namespace acgd {

/// A point of a set, and how much of x is made of it. The weights of a block are >= 0 and sum to 1;
/// x is the sum of weight * atom over all atoms of all blocks.
struct WeightedAtom {
  Atom atom;  ///< as long as x; 0 outside of its block
  double weight = 1;
  Index block = 0;  ///< of a product, or component of a graph
};

/// x as a sparse certificate: what its optimum is made of.
using WeightedAtoms = std::vector<WeightedAtom>;

}  // namespace acgd
