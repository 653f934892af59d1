#pragma once

#include <vector>

#include "acgd/oracle/traffic_flows.hpp"
#include "oracle/path_tree.hpp"

namespace acgd {

struct TrafficFlows::Roads : LinksByNode {
  using LinksByNode::LinksByNode;
};

/// What a run keeps from call to call.
struct TrafficFlows::Memory {
  /// What a shard of origins needs.
  struct Part {
    PathTree tree;
    std::vector<double> load;  ///< that goes to a node, or through it
    Vector flows;
  };
  std::vector<Part> parts;    ///< a shard each, of those that are here
  Vector sums;                ///< of subtrees of shards, and what is below them
  std::vector<double> costs;  ///< of links, in the order of the roads
  std::vector<Entry> via;     ///< of each node, in the tree of each origin
  std::vector<double> pair_costs;
  bool has_costs = true;  ///< of the pairs of all ranks
  bool has_paths = true;  ///< the trees of all ranks
};

}  // namespace acgd
