#pragma once

#include <string_view>

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// phi_i(z) = log(1 + exp(-label_i z)). Scaling::mean is the default. phi_i'' <= 1/4, attained at
/// 0.
class LogisticLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "logistic";
  static constexpr std::string_view sentence =
      "the mean of log(1 + exp(-label prediction)), labels -1 and +1";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of log(1 + exp(-label_i <a_i, x>)), labels -1 and +1";

  /// Each label is -1 or +1.
  explicit LogisticLoss(Vector labels, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Bend> bend(ConstVectorRef z, ConstVectorRef w, double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 0.25 * largest_factor(); }

 private:
  Vector labels_;
};

}  // namespace acgd
