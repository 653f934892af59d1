#pragma once

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// phi_i(z) = exp(z) - count_i z: minus the log-likelihood of a Poisson count with the rate exp(z),
/// up to log(count_i!). Scaling::mean is the default. phi_i'' = exp(z) has no bound, so there is no
/// global Lipschitz constant.
class PoissonLoss : public WeightedLoss {
 public:
  /// The counts are finite and >= 0; they need not be integers.
  explicit PoissonLoss(Vector counts, LossOptions options = {});

  double value(const Vector& z) const override;
  void derivative(const Vector& z, Vector& r) const override;
  double change(const Vector& z, const Vector& r, const Vector& w, double t) const override;
  double slope(const Vector& z, const Vector& w, double t) const override;
  std::optional<Bend> bend(const Vector& z, const Vector& w, double t) const override;

 private:
  Vector counts_;
};

}  // namespace acgd
