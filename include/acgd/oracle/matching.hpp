#pragma once

#include "acgd/oracle/bipartite_graph.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

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
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  BipartiteGraph graph_;
  std::vector<Index> starts_;   ///< of each left node in by_left_
  std::vector<Index> by_left_;  ///< edges by their left nodes
};

}  // namespace acgd
