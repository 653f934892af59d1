#pragma once

#include <string>
#include <utility>
#include <vector>

#include "acgd/atom/atom.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/oracle/matchings.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Gives every row a column of its own so that the costs sum to the least: shortest augmenting
/// paths, after a round in which rows bid for their cheapest columns (Jonker and Volgenant 1987).
///
/// A column j has a price v_j <= 0, and a row that has a column has one of the smallest
/// cost - price: so the assignment of the rows so far is the cheapest. O(rows^2 columns).
class Assignment {
 public:
  /// The costs of row i begin at costs + i * cols; rows <= cols. Whatever the costs are, NaN and
  /// infinity included, the answer is an assignment. Does not allocate if the sizes are those of
  /// the last call.
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

  // Of the search for a path:
  std::vector<double> open_price_;  ///< -infinity of columns whose distance is known for good
  std::vector<double> distance_;    ///< infinity of those
  std::vector<Index> from_row_;
  std::vector<char> is_closed_;
  std::vector<Index> closed_;  ///< columns in the order in which they got known
  std::vector<double> closed_at_;
};

/// Whether nodes may be left without a partner.
enum class Partners { at_most_one, exactly_one };

/// Throws InvalidInput unless there are edges, all of them between nodes.
void require_edges_between_sides(const BipartiteGraph& graph);

/// The edges by their left nodes: those of node i are by_left[starts[i]] .. [starts[i + 1] - 1].
void sort_by_left(const BipartiteGraph& graph, std::vector<Index>& starts,
                  std::vector<Index>& by_left);

/// "5 + 4 nodes and 7 edges"
std::string size_of(const BipartiteGraph& graph);

Violation matching_violation(const BipartiteGraph& graph, Partners partners, ConstVectorRef x);

/// A cheapest matching on a graph of few edges: shortest augmenting paths from one left node after
/// the other, by Dijkstra's algorithm on the costs less prices of the right nodes (assignment.hpp).
/// A node that may be alone has a partner of its own besides, which costs nothing.
class CheapestMatching {
 public:
  /// False if a node can have no partner; then stuck_left() is a set of nodes that have one
  /// neighbour less than there are of them, stuck_right(). Costs that are not all finite count as
  /// 0. Does not allocate if the graph is that of the last call.
  bool solve(const BipartiteGraph& graph, const std::vector<Index>& starts,
             const std::vector<Index>& by_left, const Vector& costs, Partners partners);

  /// Its edges, ascending.
  void write(Index edges, Atom& atom) const;

  std::vector<Index> stuck_left() const;
  std::vector<Index> stuck_right() const;

 private:
  using Way = std::pair<double, Index>;  ///< how far it is to a right node

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

  // Of the search from one left node:
  Index first_ = kNone;
  std::vector<double> distance_;  ///< to right nodes
  std::vector<Index> arrival_;    ///< the edge by which; none if it has not been reached
  std::vector<char> is_closed_;   ///< its distance is known for good
  std::vector<Index> touched_;
  std::vector<Index> closed_;
  std::vector<Way> heap_;
  bool has_end_ = false;
  double end_at_ = 0;
  Index end_left_ = kNone;  ///< stays alone
  Index end_right_ = kNone;
};

}  // namespace acgd
