#pragma once

#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Edges from left to right nodes; each side is numbered from 0.
struct BipartiteGraph {
  Index left = 0;
  Index right = 0;
  std::vector<Edge> edges = {};

  /// With the smallest numbers of nodes that contain the edges.
  static BipartiteGraph of(std::vector<Edge> edges);
};

/// Doubly stochastic matrices as stacked columns: entries >= 0, rows and columns that sum to 1. The
/// vertices are the permutation matrices; the LMO is a minimum-cost assignment.
class Birkhoff final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "birkhoff";
    static constexpr std::string_view sentence = "doubly stochastic matrices of N rows and columns";
    static constexpr std::string_view formula =
        "{ X : X_ij >= 0, every row and every column sums to 1 }.\n"
        "The variables are the columns of X, one after the other.";
    static constexpr std::string_view cost = "an assignment, O(N^3)";

    std::optional<Index> side = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit Birkhoff(Index side);

  Index side() const { return side_; }

  std::string name() const override;
  Index dimension() const override { return side_ * side_; }
  /// Shortest augmenting paths without warm start: the result depends on the gradient alone. A zero
  /// gradient gives the identity.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  /// The identity.
  Atom start() const override;
  bool is_polytope() const override { return true; }

 private:
  Index side_;
};

/// Bipartite matching polytope: { x >= 0 : the edges at each node sum to at most 1 }, one variable
/// per edge, or to 1: that of perfect matchings. The vertices are the matchings; the LMO is a
/// minimum-cost matching, empty unless an edge has negative cost or it must be perfect.
class Matching final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "matching";
    static constexpr std::string_view sentence =
        "matchings in a bipartite graph: each node has at most one partner";
    static constexpr std::string_view formula =
        "{ x : x_e >= 0, the edges at each node sum to at most 1 }";
    static constexpr std::string_view cost =
        "an assignment, O(n (m + n log n)) for n nodes and m edges";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };
  /// The same with Relation::equal.
  struct Perfect : Parameters {
    static constexpr std::string_view name = "perfect-matching";
    static constexpr std::string_view sentence =
        "perfect matchings in a bipartite graph: each node has exactly one partner";
    static constexpr std::string_view formula = "{ x : x_e >= 0, the edges at each node sum to 1 }";

    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput for a graph without edges or an edge with an invalid node; with
  /// Relation::equal also for sides of different sizes, and graphs without a perfect matching: the
  /// message names nodes with too few neighbours.
  explicit Matching(BipartiteGraph graph, Relation relation = Relation::at_most);

  const BipartiteGraph& graph() const { return graph_; }
  Relation relation() const { return relation_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(graph_.edges.size()); }
  /// One shortest augmenting path per left node.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  BipartiteGraph graph_;
  Relation relation_;
  std::vector<Index> starts_;   ///< offset of each left node in by_left_
  std::vector<Index> by_left_;  ///< edges grouped by left node
};

}  // namespace acgd
