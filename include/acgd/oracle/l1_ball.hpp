#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : sum |x_i| <= radius }. The minimiser is one coordinate: -radius sign(g_i) e_i for the
/// first i of largest |g_i|.
class L1Ball final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "l1";
    static constexpr std::string_view syntax = "l1:R";
    static constexpr std::string_view sentence =
        "vectors whose absolute entries sum to at most R; sparse steps";
    static constexpr std::string_view formula = "{ x : |x_1| + ... + |x_n| <= R }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set l1:2";
    static constexpr std::string_view values = "l1:1 l1:10 l1:100";

    double radius = 1;

    Description describe() { return {radius_parameter(radius)}; }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<L1Ball>(context.variable.dimension, radius);
    }
  };

  explicit L1Ball(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: -radius sign(g_i) e_i wherever |g_i| is above half of the largest.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;
};

}  // namespace acgd
