#pragma once

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// The hull of the l1 ball of a radius and the linf ball of radius / k: vectors whose k largest
/// |x_i| sum to at most the radius. The minimiser is one coordinate, -radius sign(g_i) e_i for the
/// first i of largest |g_i|, unless -radius / k sign(g) is better, with sign(0) = 0. With k = 1 it
/// is the linf ball, from k = n on the l1 ball.
class KNormBall final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "knorm";
    static constexpr std::string_view syntax = "knorm:K:R";
    static constexpr std::string_view sentence =
        "vectors whose K largest absolute entries sum to at most R";
    static constexpr std::string_view formula =
        "{ x : the K largest |x_i| sum to at most R }\n"
        "= the hull of l1:R and linf:R/K";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set knorm:3:2";
    static constexpr std::string_view values = "knorm:5:1 knorm:10:1";

    Index k = 1;
    double radius = 1;

    Description describe() {
      return {count_parameter(k, "how many entries are summed"), radius_parameter(radius)};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<KNormBall>(context.variable.dimension, k, radius);
    }
  };

  KNormBall(Index dimension, Index k, double radius = 1);

  Index k() const { return k_; }

  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  /// The others: -radius sign(g_i) e_i wherever that is worth more than half of the best.
  void several(const Gradient& gradient, Index most, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  /// A box if k = 1, corners from k = n on.
  Faces faces() const override;

 private:
  struct Memory;

  Index k_;
};

}  // namespace acgd
