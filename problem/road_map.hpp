#pragma once

#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/flows.hpp"

namespace acgd::problem {

/// Where the roads of a network are, and how much they are made for.
struct RoadMap {
  Network network;
  std::vector<double> x, y;      ///< of the nodes
  std::vector<double> capacity;  ///< of the links; 0 where flow does not slow down
};

}  // namespace acgd::problem
