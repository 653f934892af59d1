#pragma once

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// phi_i(z) = (z - target_i)^2, without a factor 1/2: with Scaling::sum, the default, the loss of A
/// x is ||A x - b||^2. phi_i'' = 2.
class SquaredLoss : public WeightedLoss {
 public:
  /// The targets are finite, the largest between 1e-150 and 1e150 unless it is 0.
  explicit SquaredLoss(Vector targets, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<double> curvature(ConstVectorRef w) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 2 * largest_factor(); }

 private:
  Vector targets_;
};

}  // namespace acgd
