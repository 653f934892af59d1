#pragma once

#include <functional>
#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// The hull of the bases of a matroid on 0 .. n - 1, as 0/1 vectors: { x >= 0 : those of a set S
/// sum to at most its rank, all of them to the rank }. The minimiser is a cheapest basis, by the
/// greedy algorithm: n questions. Among elements that cost the same the first ones are taken.
///
///     MatroidBases bases(n, [](const std::vector<Index>& set) { return set.size() <= 3; });
///
/// Whether it is a matroid is examined first: on all subsets of up to kMostForTable elements, on
/// some hundred random ones of more. The function may be called by several threads at once if the
/// set is used by several.
class MatroidBases final : public Oracle {
 public:
  /// Whether a set, each element once and in no order, is independent.
  using IsIndependent = std::function<bool(const std::vector<Index>& set)>;
  using Rank = std::function<Index(const std::vector<Index>& set)>;

  /// Throws InvalidInput with an example of what no matroid does: a dependent empty set, an
  /// independent set with a dependent subset, maximal independent subsets of different sizes.
  MatroidBases(Index dimension, IsIndependent is_independent);
  /// Throws InvalidInput with an example of what no rank does: one of nothing that is not 0, an
  /// element that adds anything but 0 or 1, one that adds more to a larger set.
  static MatroidBases from_rank(Index dimension, const Rank& rank);

  Index rank() const { return rank_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Of more than kMostForTable elements: whether entries are in [0, 1] and sum to the rank, and
  /// whether the largest entries are within theirs; else it cannot tell.
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

  static constexpr Index kMostForTable = 12;

 private:
  Index greedy_size(const std::vector<Index>& order) const;
  void make_table();
  void examine_samples() const;

  Index dimension_;
  IsIndependent is_independent_;
  Index rank_ = 0;
  std::vector<double> ranks_;  ///< of all subsets, if there are not too many
};

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
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
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

/// The base polytope of a submodular function F of the subsets of 0 .. n - 1: { x : those of a set
/// S sum to at most F(S), all of them to F of all }. The minimiser adds elements by ascending
/// gradient and gives each what it adds to F (Edmonds 1970): n values of F.
///
///     SubmodularBase base(n, [&](const std::vector<Index>& set) { return covered(set); });
///
/// Whether F is submodular, F(S + a) + F(S + b) >= F(S + a + b) + F(S), is examined first: on all
/// subsets of up to kMostForTable elements, on some hundred random ones of more. F may be called by
/// several threads at once if the set is used by several.
class SubmodularBase final : public Oracle {
 public:
  /// Of a set, each element once. minimize() asks for sets that grow by one element at their end.
  using SetFunction = std::function<double(const std::vector<Index>& set)>;

  /// Throws InvalidInput, with an example, unless F is finite, 0 of the empty set and submodular.
  SubmodularBase(Index dimension, SetFunction function);

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Of more than kMostForTable elements: the sum, and the sets of the largest entries; if those
  /// are within their bounds it cannot tell.
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

  static constexpr Index kMostForTable = 12;

 private:
  Index dimension_;
  SetFunction function_;
  double total_ = 0;
  std::vector<double> values_;  ///< of all subsets, if there are not too many
};

/// The hull of all permutations of some values. The minimiser has the largest of them where g is
/// smallest, the next where g is next, and so on; where entries of g are the same, the larger value
/// has the smaller index.
class Permutahedron final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "permutahedron";
    static constexpr std::string_view syntax = "permutahedron:FILE";
    static constexpr std::string_view sentence =
        "the hull of all permutations of the numbers in a file";
    static constexpr std::string_view formula =
        "{ x : x_1 + ... + x_n = v_1 + ... + v_n,\n"
        "      the k largest x_i sum to at most the k largest v_i, for every k }";
    static constexpr std::string_view cost = "O(n log n)";
    static constexpr std::string_view example =
        "--objective zakharov --dim 3 --set permutahedron:values.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a matrix file with one row or one column, the v_i in any order"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit Permutahedron(Vector values);

  /// The largest first.
  const Vector& values() const { return values_; }

  std::string name() const override;
  Index dimension() const override { return values_.size(); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  Vector values_;
};

}  // namespace acgd
