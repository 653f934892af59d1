#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// What a set knows of how its points are made of vertices. C = C_1 x C_2 x ...: its variables fall
/// into blocks that are free of each other, and every block has atoms and weights of its own.
struct Faces {
  enum class Kind {
    list,     ///< nothing: the vertices are kept as the oracle gives them
    corners,  ///< the vertices are multiples of unit vectors: they are read off x
    box,      ///< every variable has an interval of its own
  };
  struct Block {
    Kind kind = Kind::list;
    // Of corners:
    double scale = 1;         ///< the vertices are scale e_j,
    bool both_signs = false;  ///< and -scale e_j,
    bool has_origin = false;  ///< and 0 is in the block, too

    bool operator==(const Block&) const = default;
  };

  std::vector<Block> blocks = {Block{}};
  /// The block of each variable. Empty: there is but one.
  std::vector<Index> block_of = {};
  /// The bounds of each variable, if a block is a box; else empty. 0 for variables of other blocks.
  Vector lower = {};
  Vector upper = {};

  Index block(Index variable) const {
    return block_of.empty() ? 0 : block_of[static_cast<std::size_t>(variable)];
  }
};

}  // namespace acgd
