#pragma once

#include "acgd/norm/norm.hpp"
#include "acgd/oracle/norm_ball.hpp"

namespace acgd {

/// The ball of the ordered weighted l1 norm: { x : sum w_i |x|_(i) <= radius }, where
/// |x|_(1) >= |x|_(2) >= ... are the sizes in order and the weights w do not increase. The
/// minimiser is -radius / (w_1 + ... + w_k) sign(g_i) at the k largest |g_i|, for the k of largest
/// (|g|_(1) + ... + |g|_(k)) / (w_1 + ... + w_k). Equal weights make the l1 ball, w = (1, 0, ..., 0)
/// the linf ball.
class OwlBall final : public NormBall {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "owl";
    static constexpr std::string_view syntax = "owl:R:FILE";
    static constexpr std::string_view sentence =
        "the ball of radius R of the ordered weighted l1 norm, its weights in a file";
    static constexpr std::string_view formula =
        "{ x : w_1 |x|_(1) + ... + w_n |x|_(n) <= R }, |x|_(1) >= |x|_(2) >= ... the |x_i| in "
        "order";
    static constexpr std::string_view cost = "O(n log n)";
    static constexpr std::string_view example =
        "--objective least-squares --data table.csv --set owl:2:weights.csv";
    static constexpr std::string_view values = "";

    double radius = 1;
    std::string file = {};

    Description describe() {
      return {radius_parameter(radius),
              {"file", file, range::any,
               "a matrix file with one row or one column: w_1 >= w_2 >= ... >= 0, w_1 > 0"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  explicit OwlBall(Vector weights, double radius = 1);

  const Vector& weights() const { return weights_; }

  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  bool is_polytope() const override { return true; }
  /// Leaves x alone: its norm takes a sort, and memory.
  bool recenter(VectorRef x) const override;

 private:
  Vector weights_;
};

}  // namespace acgd
