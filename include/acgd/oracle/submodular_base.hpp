#pragma once

#include <functional>
#include <vector>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

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
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
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

}  // namespace acgd
