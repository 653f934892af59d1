#pragma once

#include <functional>
#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Base polytope of a matroid on 0 .. n - 1, the hull of its bases as 0/1 vectors: { x >= 0 : x(S)
/// <= rank(S) for all sets S, x(all) = rank }. The LMO is a minimum-cost basis by the greedy
/// algorithm, with at most n independence tests. Ties go to the smallest index.
///
///     MatroidBases bases(n, [](const std::vector<Index>& set) { return set.size() <= 3; });
///
/// The constructor checks the matroid axioms: on all subsets of up to kMostForTable elements, on a
/// few hundred random ones beyond. The function may be called concurrently if the set is shared by
/// threads.
class MatroidBases final : public Oracle {
 public:
  /// Whether a set of distinct elements, in any order, is independent.
  using IsIndependent = std::function<bool(const std::vector<Index>& set)>;
  using Rank = std::function<Index(const std::vector<Index>& set)>;

  /// Throws InvalidInput with a counterexample: a dependent empty set, an independent set with a
  /// dependent subset, or maximal independent subsets of different sizes.
  MatroidBases(Index dimension, IsIndependent is_independent);
  /// Throws InvalidInput with a counterexample: an empty set of nonzero rank, an element that adds
  /// neither 0 nor 1, or one that adds more to a larger set.
  static MatroidBases from_rank(Index dimension, const Rank& rank);

  Index rank() const { return rank_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Beyond kMostForTable elements: checks that entries are in [0, 1] and sum to the rank, and the
  /// rank constraints of the sets of largest entries; if these hold, membership is unknown.
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
  std::vector<double> ranks_;  ///< of all subsets, up to kMostForTable elements
};

/// Spanning tree polytope of an undirected graph with n nodes, one variable per edge: { x >= 0 :
/// all sum to n - 1, those within any k nodes to at most k - 1 }. The LMO is a minimum spanning
/// tree by Kruskal's algorithm; ties go to the first edges.
class SpanningTrees final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "spanning-tree";
    static constexpr std::string_view sentence =
        "spanning trees of an undirected graph; variables are its edges";
    static constexpr std::string_view formula =
        "{ x : x_e >= 0, all edges sum to n - 1, those within any k nodes to at most k - 1 }";
    static constexpr std::string_view cost = "O(m log m) for m edges";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput that names the offender for an edge with an invalid node, a self-loop, or
  /// a graph that is not connected.
  SpanningTrees(Index nodes, std::vector<Edge> edges);

  Index nodes() const { return nodes_; }
  const std::vector<Edge>& edges() const { return edges_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(edges_.size()); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// The largest of: an entry outside [0, 1], the error of the sum, and a violated subset
  /// constraint, found by one minimum cut per node. The cuts are skipped if nodes times edges
  /// exceed kMostForCuts: then membership is unknown unless another constraint is violated.
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

  static constexpr double kMostForCuts = 1e6;

 private:
  struct Forest;

  Violation dense_part(ConstVectorRef x) const;

  Index nodes_;
  std::vector<Edge> edges_;
};

/// Base polytope of a submodular function F on the subsets of 0 .. n - 1: { x : x(S) <= F(S) for
/// all S, x(all) = F(all) }. The LMO is Edmonds' greedy algorithm (1970): it adds elements by
/// ascending gradient and sets each entry to its marginal gain, with n evaluations of F.
///
///     SubmodularBase base(n, [&](const std::vector<Index>& set) { return covered(set); });
///
/// The constructor checks submodularity, F(S + a) + F(S + b) >= F(S + a + b) + F(S): on all subsets
/// of up to kMostForTable elements, on a few hundred random ones beyond. F may be called
/// concurrently if the set is shared by threads.
class SubmodularBase final : public Oracle {
 public:
  /// Value of a set of distinct elements. minimize() evaluates sets that grow by one element at the
  /// end.
  using SetFunction = std::function<double(const std::vector<Index>& set)>;

  /// Throws InvalidInput with a counterexample unless F is finite, 0 on the empty set and
  /// submodular.
  SubmodularBase(Index dimension, SetFunction function);

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  /// Beyond kMostForTable elements: checks the sum and the sets of largest entries; if these hold,
  /// membership is unknown.
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

  static constexpr Index kMostForTable = 12;

 private:
  Index dimension_;
  SetFunction function_;
  double total_ = 0;
  std::vector<double> values_;  ///< of all subsets, up to kMostForTable elements
};

/// Hull of all permutations of given values. The minimiser assigns the values in descending order
/// to the entries of g in ascending order; ties of g give the larger value to the smaller index.
class Permutahedron final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "permutahedron";
    static constexpr std::string_view sentence =
        "the hull of all permutations of the numbers in a file";
    static constexpr std::string_view formula =
        "{ x : x_1 + ... + x_n = v_1 + ... + v_n,\n"
        "      the k largest x_i sum to at most the k largest v_i, for every k }";
    static constexpr std::string_view cost = "O(n log n)";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit Permutahedron(Vector values);

  /// In descending order.
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
