#pragma once

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// With u = z - target_i: phi_i(z) = u^2 / 2 where |u| <= rho, rho |u| - rho^2 / 2 beyond.
/// Scaling::mean is the default. phi_i'' <= 1.
class HuberLoss : public WeightedLoss {
 public:
  /// The targets are finite, rho is positive and finite.
  HuberLoss(Vector targets, double rho, LossOptions options = {});

  double rho() const { return rho_; }

  double value(const Vector& z) const override;
  void derivative(const Vector& z, Vector& r) const override;
  double change(const Vector& z, const Vector& r, const Vector& w, double t) const override;
  double slope(const Vector& z, const Vector& w, double t) const override;
  std::optional<Bend> bend(const Vector& z, const Vector& w, double t) const override;
  std::optional<double> lipschitz() const override { return largest_factor(); }

 private:
  Vector targets_;
  double rho_;
};

}  // namespace acgd
