#pragma once

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// The squared error of a sigmoid, not convex: phi_i(z) = (sigmoid(z) - class_i)^2 with
/// sigmoid(z) = 1 / (1 + exp(-z)) and classes 0 and 1. Scaling::mean is the default.
class SigmoidLoss : public WeightedLoss {
 public:
  /// Each label is 0 or 1, the class; or each is -1 or +1, for the classes 0 and 1.
  explicit SigmoidLoss(Vector labels, LossOptions options = {});

  double value(const Vector& z) const override;
  void derivative(const Vector& z, Vector& r) const override;
  double change(const Vector& z, const Vector& r, const Vector& w, double t) const override;
  double slope(const Vector& z, const Vector& w, double t) const override;
  /// |phi_i''| = 2 s^2 (1 - s) |2 - 3 s| with s = sigmoid(z) or 1 - that; the largest is at
  /// s = (15 - sqrt(33)) / 24.
  std::optional<double> lipschitz() const override {
    return 0.15405857012135052 * largest_factor();
  }

 private:
  Vector signs_;  ///< -1 for class 0, +1 for class 1
};

}  // namespace acgd
