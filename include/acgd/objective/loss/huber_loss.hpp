#pragma once

#include <string_view>

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// With u = z - target_i: phi_i(z) = u^2 / 2 where |u| <= rho, rho |u| - rho^2 / 2 beyond.
/// Scaling::mean is the default. phi_i'' <= 1.
class HuberLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "huber";
  static constexpr std::string_view sentence =
      "robust regression: the mean of squares up to rho, straight lines beyond";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of h(<a_i, x> - b_i),\nh(u) = u^2 / 2 where |u| <= rho, rho "
      "|u| - rho^2 / 2 beyond";

  /// Beside the targets.
  struct Parameters {
    double rho = 1;
    LossOptions samples = {};

    Description describe() {
      Description all = samples.describe();
      all.insert(all.begin(), rho_parameter(rho));
      return all;
    }
  };

  /// The targets are finite, the largest between 1e-150 and 1e150 unless it is 0; rho is positive
  /// and finite.
  HuberLoss(Vector targets, double rho, LossOptions options = {});

  double rho() const { return rho_; }

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Bend> bend(ConstVectorRef z, ConstVectorRef w, double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return largest_factor(); }

 private:
  Vector targets_;
  double rho_;
};

}  // namespace acgd
