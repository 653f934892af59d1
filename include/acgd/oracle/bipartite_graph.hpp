#pragma once

#include <vector>

#include "acgd/oracle/set_files.hpp"

namespace acgd {

/// Edges from left to right nodes, each side numbered on its own from 0.
struct BipartiteGraph {
  Index left = 0;
  Index right = 0;
  std::vector<Edge> edges = {};

  /// With as many nodes as the edges need.
  static BipartiteGraph of(std::vector<Edge> edges);
};

}  // namespace acgd
