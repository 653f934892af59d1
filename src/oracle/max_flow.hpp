#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The largest flow between two nodes of a network with real capacities (Dinic's algorithm).
///
/// Capacities are doubles, so what is left of an arc after rounding must not count as room:
/// residuals up to 1e-15 of the largest capacity are taken for zero.
class MaxFlow {
 public:
  explicit MaxFlow(Index nodes) : first_(nodes, no_arc) {}

  /// Returns the arc's number. Capacities are finite and not negative.
  Index add_arc(Index from, Index to, double capacity);

  /// The value of a largest flow. Called once, or again after every arc has a new capacity.
  double solve(Index source, Index sink);

  /// The first of the new capacities must be preceded by this.
  void forget_capacities() { largest_capacity_ = 0; }
  void set_capacity(Index arc, double capacity);

  /// Whether a node is on the side of the source of the smallest cut, once the flow is there.
  bool is_reached(Index node) const { return level_[node] >= 0; }

  double flow(Index arc) const { return halves_[2 * arc + 1].residual; }
  /// capacity - flow
  double room(Index arc) const { return halves_[2 * arc].residual; }

 private:
  static constexpr Index no_arc = -1;

  /// Arc a is the halves 2a, forward, and 2a + 1, backward.
  struct Half {
    Index to;
    Index next;  ///< of the halves that leave the same node
    double residual;
  };

  bool label_levels(Index source, Index sink);
  double block(Index source, Index sink);
  double augment();

  std::vector<Half> halves_;
  std::vector<Index> first_;  ///< half of each node
  double largest_capacity_ = 0;
  double zero_ = 0;

  std::vector<Index> level_;
  std::vector<Index> current_;
  std::vector<Index> path_;
  std::vector<Index> queue_;
};

}  // namespace acgd
