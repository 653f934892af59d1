#pragma once

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// { x : 0 <= x_i <= top, sum x_i <= k top }: the hull of the vectors with up to k entries `top`,
/// else 0. The minimiser has them where the k smallest g_i are, as far as those are negative.
class UnitHypersimplex final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "unit-hypersimplex";
    static constexpr std::string_view syntax = "unit-hypersimplex:K[:T]";
    static constexpr std::string_view sentence = "entries in [0, T] that sum to at most K T";
    static constexpr std::string_view formula =
        "{ x : 0 <= x_i <= T for every i, x_1 + ... + x_n <= K T }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set unit-hypersimplex:2";
    static constexpr std::string_view values = "unit-hypersimplex:2 unit-hypersimplex:10:0.1";

    Index k = 1;
    double top = 1;

    Description describe() {
      return {count_parameter(k, "how many entries of a vertex may be not 0, at most n"),
              {"top", top, range::positive, "the largest entry"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<UnitHypersimplex>(context.variable.dimension, k, top);
    }
  };

  UnitHypersimplex(Index dimension, Index k, double top = 1);

  Index k() const { return k_; }
  double top() const { return top_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  /// To the nearest bounds, then the first entries between them, if the sum is too large.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  /// Corners if k = 1, a box if k = n.
  Faces faces() const override;

 private:
  Index dimension_;
  Index k_;
  double top_;
};

}  // namespace acgd
