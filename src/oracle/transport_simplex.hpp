#pragma once

#include <cstdint>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Basis of a transport plan: a spanning tree of rows and columns whose arcs carry all of the flow,
/// directed from rows to columns. It stays strongly feasible: arcs without flow point towards the
/// root, so their child node is a row (Cunningham 1976).
class TransportTree {
 public:
  using Units = std::int64_t;
  using Node = std::int32_t;  ///< rows come first, then columns
  static constexpr Node kNone = -1;

  struct Arc {
    Node row = kNone;
    Node column = kNone;
  };
  /// Cycle that an entering arc closes.
  struct Cycle {
    Node top = kNone;      ///< lowest common ancestor of both ends of the arc
    Node leaving = kNone;  ///< node whose arc to its parent leaves the tree
    bool is_on_row_side = false;
    Units amount = 0;  ///< flow sent around the cycle
  };

  /// Resets to isolated nodes.
  void clear(Node rows, Node columns);

  Node size() const { return static_cast<Node>(places_.size()); }
  bool is_row(Node node) const { return node < rows_; }
  Node parent(Node node) const { return at(node).parent; }
  /// Flow on the arc between a node and its parent.
  Units flow(Node node) const { return at(node).flow; }
  Node root() const { return root_; }
  /// Dual variable: cost + price of the row - price of the column is 0 on tree arcs.
  double price(Node node) const { return prices_[node]; }
  const std::vector<double>& prices() const { return prices_; }

  void set_root(Node root) { root_ = root; }
  void set_price(Node node, double price) { prices_[node] = price; }
  void hang(Node child, Node parent, Units flow);
  /// Call after all nodes have parents.
  void set_depths();

  Cycle cycle_of(const Arc& arc) const;
  /// Inserts the arc and removes the leaving one. Prices in the moved subtree change by the reduced
  /// cost of the arc, which becomes 0.
  void exchange(const Arc& arc, const Cycle& cycle, double reduced_cost);

  /// Next node in preorder of the subtree rooted at top; kNone at the end.
  Node after(Node node, Node top) const {
    if (at(node).first_child != kNone) return at(node).first_child;
    while (node != top && at(node).next == kNone) node = at(node).parent;
    return node == top ? kNone : at(node).next;
  }

 private:
  struct Place {
    Node parent = kNone;
    Node first_child = kNone;
    Node next = kNone;  ///< next sibling
    Node previous = kNone;
    std::int32_t depth = 0;
    Units flow = 0;
  };

  Place& at(Node node) { return places_[node]; }
  const Place& at(Node node) const { return places_[node]; }
  void unhang(Node child);

  Node rows_ = 0;
  Node root_ = kNone;
  std::vector<Place> places_;
  std::vector<double> prices_;
};

/// Minimum-cost transport plans by the network simplex method on a complete bipartite graph. The
/// nodes are the rows and columns with positive margins. Only the arcs of a spanning tree carry
/// flow; each pivot exchanges an arc of negative reduced cost for a tree arc.
///
/// Costs and margins are scaled by powers of two and rounded to integers, so sums along the tree
/// are exact. Strong feasibility prevents cycling. The margins are fixed: each call warm-starts
/// from the tree of the previous one.
class TransportSimplex {
 public:
  /// Margins are finite and >= 0, with equal sums up to rounding.
  TransportSimplex(const Vector& rows, const Vector& columns);

  /// Costs by stacked columns, like the plans; treated as 0 unless all are finite. Does not
  /// allocate after the first call.
  void solve(const Vector& costs);

  /// Nonzero entries of the plan, in ascending order.
  struct Shipment {
    Index entry;
    double amount;
  };
  const std::vector<Shipment>& plan() const { return plan_; }

  /// Bound on the suboptimality of the plan due to the rounding of costs.
  double error() const { return error_; }

  const TransportTree& tree() const { return tree_; }
  /// Number of pivots over all calls.
  long pivots() const { return pivots_; }

 private:
  using Units = TransportTree::Units;
  using Node = TransportTree::Node;

  double cost(Node a, Node b) const;
  double reduced_cost(const TransportTree::Arc& arc) const {
    return cost(arc.row, arc.column) + tree_.price(arc.row) - tree_.price(arc.column);
  }

  void sort_columns();
  void round(const Vector& costs);
  void grow_first_tree();
  Node cheapest_of(const std::vector<Node>& rows, Node column) const;
  void set_prices();
  bool find_entering(TransportTree::Arc& arc);
  void write_plan();

  Node rows_ = 0;
  Node columns_ = 0;
  Index all_rows_ = 0;
  std::vector<Index> number_;  ///< index of a node among all rows or columns
  std::vector<Units> margins_;
  double unit_ = 1;
  double total_ = 0;

  std::vector<double> costs_;  ///< rounded, column after column
  TransportTree tree_;
  Index next_entry_ = 0;  ///< where the next search for an entering arc starts
  std::vector<Shipment> plan_;
  double error_ = 0;
  long pivots_ = 0;
};

}  // namespace acgd
