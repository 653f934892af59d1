#pragma once

#include <string_view>

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// The squared error of a sigmoid, not convex: phi_i(z) = (sigmoid(z) - target_i)^2 with
/// sigmoid(z) = 1 / (1 + exp(-z)). Scaling::mean is the default.
class SigmoidLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "sigmoid";
  static constexpr std::string_view sentence =
      "the mean of (sigmoid(prediction) - label)^2, not convex; two labels are taken as 0 and 1 "
      "unless --labels says otherwise";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of (s_i - class_i)^2, s_i = 1 / (1 + exp(-<a_i, x>));\nclasses "
      "0 and 1. Not convex.";

  /// The targets are used as they are: classes are 0 and 1, probabilities are between them. What is
  /// beyond, as a label of -1, no sigmoid reaches.
  explicit SigmoidLoss(Vector targets, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Bend> bend(ConstVectorRef z, ConstVectorRef w, double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  /// Where every sigmoid is as close to its target as it gets.
  double infimum() const override;
  /// With s = sigmoid(z), phi_i'' is linear in the target. For targets 0 and 1 it is at most
  /// 2 s^2 (1 - s) |2 - 3 s|, largest at s = (15 - sqrt(33)) / 24, and so between them; beyond them
  /// it grows by at most 2 s (1 - s) |1 - 2 s| <= 1 / (3 sqrt(3)) a unit.
  std::optional<double> lipschitz() const override;

 private:
  Vector targets_;
  Vector signs_;  ///< -1 for target 0, +1 for 1; empty if there are others
};

}  // namespace acgd
