#pragma once

#include <string_view>

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

/// phi_i(z) = exp(z) - count_i z: minus the log-likelihood of a Poisson count with the rate exp(z),
/// up to log(count_i!). Scaling::mean is the default. phi_i'' = exp(z) has no bound, so there is no
/// global Lipschitz constant.
class PoissonLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view sentence = "the mean of exp(prediction) - count prediction";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of exp(<a_i, x>) - count_i <a_i, x>; counts >= 0";

  /// The counts are finite and >= 0; they need not be integers.
  explicit PoissonLoss(Vector counts, LossOptions options = {});

  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Bend> bend(ConstVectorRef z, ConstVectorRef w, double t) const override;
  bool is_twice_differentiable() const override { return true; }
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  bool is_convex() const override { return true; }
  /// Where every rate is the count itself.
  double infimum() const override;

 private:
  Vector counts_;
};

}  // namespace acgd
