#pragma once

#include <vector>

#include "acgd/core/vector.hpp"
#include "oracle/transport_tree.hpp"

namespace acgd {

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
