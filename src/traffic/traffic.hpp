#pragma once

#include <cstdint>
#include <vector>

#include "acgd/oracle/flows.hpp"
#include "acgd/traffic/traffic.hpp"

namespace acgd {

/// The links of a network by the node they begin at, in their order.
struct LinksByNode {
  using Number = std::int32_t;
  struct Link {
    Number to;
    Number link;
  };
  std::vector<Number> first;  ///< of each node, and the end
  std::vector<Link> links;
  Number first_through = 0;

  explicit LinksByNode(const Network& network);
};

/// Cheapest paths from a node to some others: Dijkstra's method with a heap of four children a node.
/// Its memory serves one search after the other.
class PathTree {
 public:
  using Number = LinksByNode::Number;
  static constexpr Number kNone = -1;

  /// From `origin` until every node with load > 0 is reached, if it can be. `costs`, finite and >= 0,
  /// are in the order of network.links. via[v] becomes the link by which v is reached, or kNone.
  /// Returns how many nodes with a load are out of reach.
  Index grow(const LinksByNode& network, const double* costs, Number origin,
             const std::vector<double>& load, Number* via);

  double distance(Index node) const { return distances_[node]; }
  /// The nodes that were visited, nearest first: the origin, then others.
  const std::vector<Number>& visited() const { return visited_; }

 private:
  bool is_before(Number a, Number b) const {
    return distances_[a] < distances_[b] || (distances_[a] == distances_[b] && a < b);
  }
  void put(std::size_t place, Number node) {
    heap_[place] = node;
    places_[node] = static_cast<Number>(place);
  }
  void rise(std::size_t place, Number node);
  Number take_first();

  std::vector<double> distances_;
  std::vector<Number> heap_;
  std::vector<Number> places_;  ///< of each node in the heap, or one of those below
  std::vector<Number> visited_;

  static constexpr Number kUnseen = -1;
  static constexpr Number kVisited = -2;
};

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
