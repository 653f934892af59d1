#pragma once

#include <string_view>

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// phi_i(z) = max(0, 1 - label_i z)^2, without a factor 1/2. Scaling::mean is the default.
/// phi_i'' <= 2.
class SquaredHingeLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "squared-hinge";
  static constexpr std::string_view sentence =
      "a smooth support vector machine: the mean of max(0, 1 - label prediction)^2, labels -1 and "
      "+1";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of max(0, 1 - label_i <a_i, x>)^2, labels -1 and +1";

  /// Each label is -1 or +1.
  explicit SquaredHingeLoss(Vector labels, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Bend> bend(ConstVectorRef z, ConstVectorRef w, double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 2 * largest_factor(); }

 private:
  Vector labels_;
};

}  // namespace acgd
