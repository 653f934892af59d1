#pragma once

#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Edges from left to right nodes, each side numbered on its own from 0.
struct BipartiteGraph {
  Index left = 0;
  Index right = 0;
  std::vector<Edge> edges = {};

  /// With as many nodes as the edges need.
  static BipartiteGraph of(std::vector<Edge> edges);
};

/// Doubly stochastic matrices, by their stacked columns: entries >= 0, rows and columns that sum
/// to 1. Its vertices are the permutation matrices, and the minimiser is a cheapest assignment of
/// rows to columns.
class Birkhoff final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "birkhoff";
    static constexpr std::string_view syntax = "birkhoff[:N]";
    static constexpr std::string_view sentence = "doubly stochastic matrices of N rows and columns";
    static constexpr std::string_view formula =
        "{ X : X_ij >= 0, every row and every column sums to 1 }.\n"
        "The variables are the columns of X, one after the other.";
    static constexpr std::string_view cost = "an assignment, O(N^3)";
    static constexpr std::string_view example = "--objective zakharov --dim 9 --set birkhoff";
    static constexpr std::string_view values = "birkhoff";

    std::optional<Index> side = {};

    Description describe() { return {side_parameter(side)}; }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<Birkhoff>(square_side(side, context.variable));
    }
  };

  explicit Birkhoff(Index side);

  Index side() const { return side_; }

  std::string name() const override;
  Index dimension() const override { return side_ * side_; }
  /// Shortest augmenting paths, from scratch at every call: the answer depends on the gradient
  /// alone. The identity for a zero gradient.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  /// The identity.
  Atom start() const override;
  bool is_polytope() const override { return true; }

 private:
  Index side_;
};

/// Each node has at most one partner: { x >= 0 : the edges at each node sum to at most 1 }, a
/// variable an edge. Its vertices are the matchings, and the minimiser is a cheapest of them: the
/// empty one unless an edge costs less than 0.
class Matching final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "matching";
    static constexpr std::string_view syntax = "matching:EDGES.csv";
    static constexpr std::string_view sentence =
        "matchings in a bipartite graph: each node has at most one partner";
    static constexpr std::string_view formula =
        "{ x : x_e >= 0, the edges at each node sum to at most 1 }";
    static constexpr std::string_view cost =
        "an assignment, O(n (m + n log n)) for n nodes and m edges";
    static constexpr std::string_view example =
        "--objective zakharov --dim 4 --set matching:pairs.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a line from,to for each edge, which is a variable; the nodes of the left side, in "
               "the first column, and of the right side are numbered on their own, from 0"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput for a graph without edges, or an edge that ends at no node.
  explicit Matching(BipartiteGraph graph);

  const BipartiteGraph& graph() const { return graph_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(graph_.edges.size()); }
  /// Shortest augmenting paths from one left node after the other.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  BipartiteGraph graph_;
  std::vector<Index> starts_;   ///< of each left node in by_left_
  std::vector<Index> by_left_;  ///< edges by their left nodes
};

/// Each node has exactly one partner: { x >= 0 : the edges at each node sum to 1 }, a variable an
/// edge. Its vertices are the perfect matchings, and the minimiser is a cheapest of them.
class PerfectMatching final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "perfect-matching";
    static constexpr std::string_view syntax = "perfect-matching:EDGES.csv";
    static constexpr std::string_view sentence =
        "perfect matchings in a bipartite graph: each node has exactly one partner";
    static constexpr std::string_view formula = "{ x : x_e >= 0, the edges at each node sum to 1 }";
    static constexpr std::string_view cost =
        "an assignment, O(n (m + n log n)) for n nodes and m edges";
    static constexpr std::string_view example =
        "--objective zakharov --dim 4 --set perfect-matching:pairs.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a line from,to for each edge, which is a variable; the nodes of the left side, in "
               "the first column, and of the right side are numbered on their own, from 0"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput for a graph without edges, an edge that ends at no node, sides of
  /// different sizes, and nodes that cannot all have partners: it names some that have too few
  /// neighbours.
  explicit PerfectMatching(BipartiteGraph graph);

  const BipartiteGraph& graph() const { return graph_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(graph_.edges.size()); }
  /// Shortest augmenting paths from one left node after the other.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  BipartiteGraph graph_;
  std::vector<Index> starts_;   ///< of each left node in by_left_
  std::vector<Index> by_left_;  ///< edges by their left nodes
};

}  // namespace acgd
