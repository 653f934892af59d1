#pragma once

#include <string>
#include <utility>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/oracle/matchings.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Minimum-cost assignment of each row to a distinct column by shortest augmenting paths, after
/// initial column and row reductions (Jonker and Volgenant 1987). O(rows^2 columns).
///
/// Columns have prices v_j (dual variables), and each assigned row has a column of smallest cost -
/// price, so the partial assignment is optimal. If rows < cols, v_j <= 0, and 0 at columns without
/// a row.
class Assignment {
 public:
  /// The costs of row i begin at costs + i * cols; rows <= cols. The result is an assignment for
  /// any costs, NaN and infinity included. Does not allocate if the sizes are those of the previous
  /// call.
  void solve(const double* costs, Index rows, Index cols);

  Index column_of(Index row) const { return column_of_[row]; }

 private:
  void take_cheapest_rows();
  void bid();
  void augment(Index row);
  Index nearest_open_column(double distance) const;
  const double* costs_of(Index row) const { return costs_ + row * cols_; }

  static constexpr Index kNone = -1;

  const double* costs_ = nullptr;
  Index rows_ = 0;
  Index cols_ = 0;
  std::vector<Index> column_of_;
  std::vector<Index> row_of_;
  std::vector<Index> free_rows_;
  std::vector<double> price_;

  // State of the shortest path search:
  std::vector<double> open_price_;  ///< prices; -infinity at closed columns
  std::vector<double> distance_;    ///< infinity at closed columns
  std::vector<Index> from_row_;
  std::vector<char> is_closed_;
  std::vector<Index> closed_;  ///< columns in the order in which they were closed
  std::vector<double> closed_at_;
};

/// Throws InvalidInput unless there are edges and all join a left node to a right node.
void require_edges_between_sides(const BipartiteGraph& graph);

/// Groups edges by left node: those of node i are by_left[starts[i]] .. [starts[i + 1] - 1].
void sort_by_left(const BipartiteGraph& graph, std::vector<Index>& starts,
                  std::vector<Index>& by_left);

/// "5 + 4 nodes and 7 edges"
std::string size_of(const BipartiteGraph& graph);

Violation matching_violation(const BipartiteGraph& graph, Relation relation, ConstVectorRef x);

/// Minimum-cost matching on a sparse bipartite graph: one shortest augmenting path per left node,
/// by Dijkstra's algorithm on costs minus prices of the right nodes (see Assignment). Where nodes
/// may stay unmatched, each left node also has a dummy partner of cost 0.
class CheapestMatching {
 public:
  /// Returns false if there is no perfect matching: then stuck_left() is a set of left nodes whose
  /// neighbours, stuck_right(), are one fewer (Hall's condition fails). Costs are treated as 0
  /// unless all are finite. Does not allocate if the graph is that of the previous call.
  bool solve(const BipartiteGraph& graph, const std::vector<Index>& starts,
             const std::vector<Index>& by_left, const Vector& costs, Relation relation);

  /// Writes the edges of the matching, ascending.
  void write(Index edges, Atom& atom) const;

  std::vector<Index> stuck_left() const;
  std::vector<Index> stuck_right() const;

 private:
  using Way = std::pair<double, Index>;  ///< distance to a right node

  void prepare(const BipartiteGraph& graph, const Vector& costs);
  bool search(Index first);
  void look_from(Index left, double offset);
  void augment(Index first);
  void forget();

  static constexpr Index kNone = -1;

  const BipartiteGraph* graph_ = nullptr;
  const std::vector<Index>* starts_ = nullptr;
  const std::vector<Index>* by_left_ = nullptr;
  bool may_be_alone_ = false;

  Vector costs_;
  std::vector<Index> edge_of_left_;
  std::vector<Index> edge_of_right_;
  std::vector<double> price_;  ///< of right nodes

  // State of the search from one left node:
  Index first_ = kNone;
  std::vector<double> distance_;  ///< distance to each right node
  std::vector<Index> arrival_;    ///< last edge of the path to a right node; kNone if unreached
  std::vector<char> is_closed_;   ///< its distance is final
  std::vector<Index> touched_;
  std::vector<Index> closed_;
  std::vector<Way> heap_;
  bool has_end_ = false;
  double end_at_ = 0;
  Index end_left_ = kNone;  ///< left node that stays unmatched
  Index end_right_ = kNone;
};

}  // namespace acgd
