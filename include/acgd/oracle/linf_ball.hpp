#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : |x_i| <= radius for all i }. The minimiser is -radius sign(g), with sign(0) = 0.
class LinfBall final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "linf";
    static constexpr std::string_view syntax = "linf:R";
    static constexpr std::string_view sentence = "vectors with all entries in [-R, R]";
    static constexpr std::string_view formula = "{ x : -R <= x_i <= R for every i }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set linf:2";
    static constexpr std::string_view values = "linf:1 linf:10 linf:100";

    double radius = 1;

    Description describe() { return {radius_parameter(radius)}; }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<LinfBall>(context.variable.dimension, radius);
    }
  };

  explicit LinfBall(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  Faces faces() const override;
};

}  // namespace acgd
