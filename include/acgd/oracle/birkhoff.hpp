#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

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
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  /// The identity.
  Atom start() const override;
  bool is_polytope() const override { return true; }

 private:
  Index side_;
};

}  // namespace acgd
