#pragma once

#include <string_view>
#include <vector>

#include "acgd/objective/loss/weighted_loss.hpp"

namespace acgd {

struct SoftmaxSamples;

/// Of several classes, with a prediction for each: phi_i(z) = log(sum over k of exp(z_k)) - z_class.
/// Minus the log-likelihood where the probabilities p of the classes are as exp(z_k).
/// Scaling::mean is the default. phi_i'' = Diag(p) - p p', whose eigenvalues are at most 1/2.
class SoftmaxLoss : public WeightedLoss {
 public:
  static constexpr std::string_view name = "softmax";
  static constexpr std::string_view sentence =
      "several classes: the mean of minus the log of the probability of the right one";
  static constexpr std::string_view formula =
      "f(x) = mean over the samples of log(sum over classes k of exp(<a_i, x_k>)) - <a_i, x_c>,\n"
      "c the class of the sample; x has a column x_k for each class";

  /// Each class is one of 0, 1, ..., class_count - 1, of which there are two or more.
  SoftmaxLoss(const Vector& classes, Index class_count, LossOptions options = {});

  Index outputs() const override { return class_count_; }
  double value(ConstVectorRef z) const override;
  void derivative(ConstVectorRef z, VectorRef r) const override;
  double change(ConstVectorRef z, ConstVectorRef r, ConstVectorRef w, double t) const override;
  double slope(ConstVectorRef z, ConstVectorRef w, double t) const override;
  std::optional<Bend> bend(ConstVectorRef z, ConstVectorRef w, double t) const override;
  bool is_twice_differentiable() const override { return true; }
  /// d = p times the weight of the sample, for each class
  void second_derivative(ConstVectorRef z, VectorRef d) const override;
  void multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const override;
  /// M = (Diag(sqrt(p)) - sqrt(p) p') times the root of the weight
  void multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                     double* y) const override;
  bool is_convex() const override { return true; }
  std::optional<double> lipschitz() const override { return 0.5 * largest_factor(); }

 private:
  SoftmaxSamples look(ConstVectorRef z, const double* w = nullptr, double t = 0) const;

  std::vector<Index> classes_;
  Index class_count_;
};

}  // namespace acgd
