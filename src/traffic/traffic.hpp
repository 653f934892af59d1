#pragma once

#include <cstdint>
#include <vector>

#include "acgd/oracle/flows.hpp"
#include "acgd/traffic/traffic.hpp"

namespace acgd {

/// Links of a network grouped by tail, in their order.
struct LinksByNode {
  using Number = std::int32_t;
  struct Link {
    Number to;
    Number link;
  };
  std::vector<Number> first;  ///< offset of each node in links, and the end
  std::vector<Link> links;
  Number first_through = 0;

  explicit LinksByNode(const Network& network);
};

/// Shortest path tree from one node: Dijkstra's algorithm with a 4-ary heap. Memory is reused
/// between searches.
class PathTree {
 public:
  using Number = LinksByNode::Number;
  static constexpr Number kNone = -1;

  /// Searches from `origin` until all nodes with load > 0 are visited or no more can be reached.
  /// `costs` are finite and >= 0, in the order of network.links. via[v] becomes the link by which v
  /// is reached, or kNone. Returns the number of unreachable nodes with a load.
  Index grow(const LinksByNode& network, const double* costs, Number origin,
             const std::vector<double>& load, Number* via);

  double distance(Index node) const { return distances_[node]; }
  /// Visited nodes by ascending distance, beginning with the origin.
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
  std::vector<Number> places_;  ///< heap position of each node, or kUnseen or kVisited
  std::vector<Number> visited_;

  static constexpr Number kUnseen = -1;
  static constexpr Number kVisited = -2;
};

struct TrafficFlows::Roads : LinksByNode {
  using LinksByNode::LinksByNode;
};

/// Per-run state between LMO calls.
struct TrafficFlows::Memory {
  /// Workspace of one block of origins.
  struct Part {
    PathTree tree;
    std::vector<double> load;  ///< flow to or through each node
    Vector flows;
  };
  std::vector<Part> parts;    ///< one per local block
  Vector sums;                ///< workspace of the reduction over blocks
  std::vector<double> costs;  ///< of links, in the order of Roads::links
  std::vector<Link> via;      ///< predecessor link of each node, per origin
  std::vector<double> pair_costs;
  bool has_costs = true;  ///< pair_costs holds those of all ranks
  bool has_paths = true;  ///< via holds the trees of all ranks
};

}  // namespace acgd
