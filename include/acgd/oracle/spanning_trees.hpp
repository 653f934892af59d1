#pragma once

#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// The hull of the spanning trees of an undirected graph, a variable an edge: { x >= 0 : all sum to
/// n - 1, those within k nodes to at most k - 1 }. The minimiser is a cheapest tree, by Kruskal's
/// algorithm; among edges that cost the same the first ones are taken.
class SpanningTrees final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "spanning-tree";
    static constexpr std::string_view syntax = "spanning-tree:EDGES.csv";
    static constexpr std::string_view sentence =
        "spanning trees of an undirected graph; variables are its edges";
    static constexpr std::string_view formula =
        "{ x : x_e >= 0, all edges sum to n - 1, those within any k nodes to at most k - 1 }";
    static constexpr std::string_view cost = "O(m log m) for m edges";
    static constexpr std::string_view example =
        "--objective zakharov --dim 5 --set spanning-tree:roads.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a line from,to for each edge, which is a variable; nodes are numbered from 0"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput, naming the offender, for an edge that ends at no node or where it begins,
  /// and for nodes that no edges connect.
  SpanningTrees(Index nodes, std::vector<Edge> edges);

  Index nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(edges_.size()); }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// A negative entry, the sum, or the nodes that have too much between them: a cut for each node.
  /// Where that takes too long, on graphs with more than kMostForCuts nodes times edges, it cannot
  /// tell unless one of the others is violated.
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

  static constexpr double kMostForCuts = 1e6;

 private:
  struct Forest;

  Violation dense_part(ConstVectorRef x) const;

  Index nodes_;
  std::vector<Edge> edges_;
};

}  // namespace acgd
