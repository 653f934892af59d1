#pragma once

#include <vector>

#include "acgd/oracle/set_files.hpp"

namespace acgd {

/// A directed network in which trips are made; nodes are numbered from 0.
struct Network {
  Index nodes = 0;
  std::vector<Edge> links = {};
  /// Nodes below it are zones that trips may begin or end at, but not pass through.
  Index first_through_node = 0;
  /// What messages call the first node: 1 where it was read from a file that counts so.
  Index first_number = 0;
};

/// How much goes from one node to another.
struct Demand {
  Index origin = 0;
  Index destination = 0;
  double amount = 0;
};

}  // namespace acgd
