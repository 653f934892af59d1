#pragma once

#include <string_view>
#include <vector>

#include "acgd/objective/loss.hpp"

namespace acgd {

/// What it costs to travel along a link that carries the flow s:
///
///     t(s) = free_flow_time (1 + b (s / capacity)^power) + fixed.
///
/// That is the formula of the Bureau of Public Roads. All numbers are finite and >= 0; capacity is
/// positive where it has an effect, that is unless free_flow_time, b or power is 0. 0^0 is 1.
struct LinkCost {
  double free_flow_time = 0;
  double b = 0;
  double power = 0;
  double capacity = 0;
  double fixed = 0;  ///< what is added whatever the flow, such as tolls
};

/// phi(s) = sum over links of the integral of t from 0 to s: Beckmann's function, whose minimiser
/// among the flows that meet a demand is an equilibrium, where nobody travels faster by another
/// path. Below a flow of 0 the cost of a link stays what it is at 0.
class BeckmannLoss final : public Loss {
 public:
  static constexpr std::string_view name = "traffic";
  static constexpr std::string_view sentence =
      "Beckmann's function of the flows on a road network, a sum over its links";
  static constexpr std::string_view formula =
      "f(x) = sum over links of the integral from 0 to x_a of t_a(s) ds,\n"
      "t_a(s) = T_a (1 + b_a (s / c_a)^{p_a}) + v toll_a + w length_a,\n"
      "T_a the free flow time of the link, c_a its capacity, p_a its power, v and w the toll and "
      "distance\nfactors";

  /// Throws InvalidInput if there is no link, or a number is not as LinkCost says.
  explicit BeckmannLoss(const std::vector<LinkCost>& links);

  Index size() const override { return static_cast<Index>(links_.size()); }
  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Bend> bend(ConstVectorRef z, ConstVectorRef w, double t) const override;
  bool is_twice_differentiable() const override { return true; }
  /// t'(z). With a power below 1 that is infinite at 0: below a millionth of the capacity it is
  /// taken there.
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  /// Of flows below 0 it falls for ever, unless travelling on an empty road is free.
  double infimum() const override;
  /// There if no power is other than 0 or 1.
  std::optional<double> lipschitz() const override;

  /// Of all who travel, what is fixed left out: sum over links of s (t(s) - fixed).
  double total_time(const Vector& z) const;

  /// A link with what can be computed beforehand.
  struct Link {
    double empty = 0;     ///< cost of a flow of 0
    double fixed = 0;     ///< the part of it that is no time
    double slowdown = 0;  ///< free_flow_time b; 0 where the cost is constant
    double capacity = 1;
    double power = 0;
    int whole = -1;  ///< the power, if it is a small integer
  };

 private:
  std::vector<Link> links_;
};

}  // namespace acgd
