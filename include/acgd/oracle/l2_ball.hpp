#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : sqrt(sum x_i^2) <= radius }. The minimiser is -radius g / ||g||, and 0 for g = 0.
class L2Ball final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "l2";
    static constexpr std::string_view syntax = "l2:R";
    static constexpr std::string_view sentence = "the Euclidean ball of radius R";
    static constexpr std::string_view formula = "{ x : x_1^2 + ... + x_n^2 <= R^2 }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set l2:2";
    static constexpr std::string_view values = "l2:1 l2:10 l2:100";

    double radius = 1;

    Description describe() { return {radius_parameter(radius)}; }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<L2Ball>(context.variable.dimension, radius);
    }
  };

  explicit L2Ball(Index dimension, double radius = 1);

  void minimize(const Gradient& gradient, OracleCall& answer) const override;
};

}  // namespace acgd
