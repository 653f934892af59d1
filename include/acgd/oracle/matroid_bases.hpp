#pragma once

#include <functional>
#include <vector>

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
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
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

}  // namespace acgd
