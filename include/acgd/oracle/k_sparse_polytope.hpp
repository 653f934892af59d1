#pragma once

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// { x : |x_i| <= radius, sum |x_i| <= k radius }: the hull of the vectors with k entries +-radius.
/// The minimiser is -radius sign(g_i) at the k largest |g_i|, with sign(0) = 0. With k = 1 it is
/// the l1 ball, from k = n on the linf ball.
class KSparsePolytope final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "ksparse";
    static constexpr std::string_view syntax = "ksparse:K:R";
    static constexpr std::string_view sentence =
        "the hull of vectors with K entries R or -R, else 0";
    static constexpr std::string_view formula =
        "{ x : |x_i| <= R for every i, |x_1| + ... + |x_n| <= K R }";
    static constexpr std::string_view cost = "O(n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set ksparse:3:2";
    static constexpr std::string_view values = "ksparse:5:1 ksparse:10:1";

    Index k = 1;
    double radius = 1;

    Description describe() {
      return {count_parameter(k, "how many entries of a vertex are not 0"),
              radius_parameter(radius)};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const {
      return std::make_unique<KSparsePolytope>(context.variable.dimension, k, radius);
    }
  };

  KSparsePolytope(Index dimension, Index k, double radius = 1);

  Index k() const { return k_; }

  std::string name() const override;
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  /// Corners if k = 1, a box from k = n on.
  Faces faces() const override;

 private:
  Index k_;
};

}  // namespace acgd
