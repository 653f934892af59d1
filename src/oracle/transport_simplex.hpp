#pragma once

#include <cstdint>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The basis of a transport plan: a spanning tree of rows and columns whose arcs carry all of the
/// flow, from rows to columns. It is kept strongly feasible: an arc without flow points to the root,
/// so that a row hangs below a column there (Cunningham 1976).
class TransportTree {
 public:
  using Units = std::int64_t;
  using Node = std::int32_t;  ///< rows come first, then columns
  static constexpr Node kNone = -1;

  struct Arc {
    Node row = kNone;
    Node column = kNone;
  };
  /// What a new arc closes.
  struct Cycle {
    Node top = kNone;      ///< where the ways from both ends to the root meet
    Node leaving = kNone;  ///< whose arc to its parent leaves
    bool is_on_row_side = false;
    Units amount = 0;  ///< that is sent around
  };

  /// All nodes on their own.
  void clear(Node rows, Node columns);

  Node size() const { return static_cast<Node>(places_.size()); }
  bool is_row(Node node) const { return node < rows_; }
  Node parent(Node node) const { return at(node).parent; }
  /// Between a node and its parent.
  Units flow(Node node) const { return at(node).flow; }
  Node root() const { return root_; }
  /// cost + price of the row - price of the column is 0 for all arcs of the tree.
  double price(Node node) const { return prices_[node]; }
  const std::vector<double>& prices() const { return prices_; }

  void set_root(Node root) { root_ = root; }
  void set_price(Node node, double price) { prices_[node] = price; }
  void hang(Node child, Node parent, Units flow);
  /// Once all nodes hang where they should.
  void set_depths();

  Cycle cycle_of(const Arc& arc) const;
  /// Takes the arc in and that which leaves out. The prices of what is moved change by the reduced
  /// cost of the arc, which gets 0.
  void exchange(const Arc& arc, const Cycle& cycle, double reduced_cost);

  /// The next node of the tree below top, parents before children; kNone at the end.
  Node after(Node node, Node top) const {
    if (at(node).first_child != kNone) return at(node).first_child;
    while (node != top && at(node).next == kNone) node = at(node).parent;
    return node == top ? kNone : at(node).next;
  }

 private:
  struct Place {
    Node parent = kNone;
    Node first_child = kNone;
    Node next = kNone;  ///< of its siblings
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

/// Cheapest transport plans by the network simplex method on a complete bipartite graph. Rows and
/// columns with something to carry are the nodes of a spanning tree, whose arcs alone carry flow;
/// each pivot takes an arc of negative reduced cost in and another out.
///
/// All numbers are whole: costs and margins are scaled by powers of two and rounded, so that sums
/// along the tree are exact and nothing drifts. The tree stays strongly feasible, which keeps pivots
/// from going round in circles. The margins never change: the tree of the last call begins the next.
class TransportSimplex {
 public:
  /// The margins are >= 0 and finite, and the sums of both are the same but for rounding.
  TransportSimplex(const Vector& rows, const Vector& columns);

  /// Costs by stacked columns, like the plans. Count as 0 if not all of them are finite. Does not
  /// allocate after the first call.
  void solve(const Vector& costs);

  /// The entries of the plan that are not 0, in their order.
  struct Shipment {
    Index entry;
    double amount;
  };
  const std::vector<Shipment>& plan() const { return plan_; }

  /// By how much the costs of the plan may exceed the least, for costs are rounded.
  double error() const { return error_; }

  const TransportTree& tree() const { return tree_; }
  /// In all calls so far.
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
  std::vector<Index> number_;  ///< of a node among all rows or all columns, the empty ones included
  std::vector<Units> margins_;
  double unit_ = 1;
  double total_ = 0;

  std::vector<double> costs_;  ///< rounded, column after column
  TransportTree tree_;
  Index next_entry_ = 0;  ///< where the search for an arc goes on
  std::vector<Shipment> plan_;
  double error_ = 0;
  long pivots_ = 0;
};

}  // namespace acgd
