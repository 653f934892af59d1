#pragma once

#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : (sum |x_i|^p)^(1/p) <= radius }, 1 < p < inf. With q = p / (p - 1) the minimiser is
/// -radius sign(g_i) |g_i|^(q-1) / ||g||_q^(q-1), and 0 for g = 0.
class LpBall final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "lp";
    static constexpr std::string_view syntax = "lp:P:R";
    static constexpr std::string_view sentence =
        "the ball of radius R of the lp norm, 1 < P < infinity";
    static constexpr std::string_view formula = "{ x : |x_1|^P + ... + |x_n|^P <= R^P }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set lp:3:2";
    static constexpr std::string_view values = "lp:1.5:1 lp:3:1";

    double p = 2;
    double radius = 1;

    Description describe() { return {exponent_parameter(p), radius_parameter(radius)}; }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<LpBall>(context.variable.dimension, p, radius);
    }
  };

  LpBall(Index dimension, double p, double radius = 1);

  double p() const { return p_; }

  void minimize(const Gradient& gradient, OracleCall& answer) const override;

 private:
  double p_;
};

}  // namespace acgd
