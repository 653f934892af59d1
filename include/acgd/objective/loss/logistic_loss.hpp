#pragma once

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// phi_i(z) = log(1 + exp(-label_i z)). Scaling::mean is the default. phi_i'' <= 1/4, attained at
/// 0.
class LogisticLoss : public WeightedLoss {
 public:
  /// Each label is -1 or +1.
  explicit LogisticLoss(Vector labels, LossOptions options = {});

  double value(const Vector& z) const override;
  void derivative(const Vector& z, Vector& r) const override;
  double change(const Vector& z, const Vector& r, const Vector& w, double t) const override;
  double slope(const Vector& z, const Vector& w, double t) const override;
  std::optional<Bend> bend(const Vector& z, const Vector& w, double t) const override;
  std::optional<double> lipschitz() const override { return 0.25 * largest_factor(); }

 private:
  Vector labels_;
};

}  // namespace acgd
