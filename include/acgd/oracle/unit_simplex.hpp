#pragma once

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

/// { x : x >= 0, sum x_i <= total }. The minimiser is total e_i for the first i of smallest g_i
/// when that g_i is negative, and 0 otherwise.
class UnitSimplex final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "unit-simplex";
    static constexpr std::string_view syntax = "unit-simplex[:T]";
    static constexpr std::string_view sentence = "non-negative vectors that sum to at most T";
    static constexpr std::string_view formula = "{ x : x_i >= 0, x_1 + ... + x_n <= T }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set unit-simplex:2";
    static constexpr std::string_view values = "unit-simplex:1 unit-simplex:10";

    double total = 1;

    Description describe() { return {{"total", total, range::positive, "the largest sum"}}; }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<UnitSimplex>(context.variable.dimension, total);
    }
  };

  explicit UnitSimplex(Index dimension, double total = 1);

  double total() const { return total_; }

  std::string name() const override;
  Index dimension() const override { return dimension_; }
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: total e_i wherever g_i is below half of the smallest, if that is negative.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  /// Weights below 0 become 0; a sum above the total is scaled to it.
  bool recenter(VectorRef x) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;

 private:
  Index dimension_;
  double total_;
};

}  // namespace acgd
