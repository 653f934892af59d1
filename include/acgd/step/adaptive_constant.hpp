#pragma once

#include "acgd/step/lipschitz_estimate.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// The adaptive step with a fixed optimism (Khademi and Silveti-Falls, 2025):
/// L = gamma (||g_k - g_{k-1}||_* / ||x_k - x_{k-1}|| + delta), then L = beta L until the decrease
/// is sufficient.
struct AdaptiveConstant {
  static constexpr std::string_view name = "adaptive-constant";
  static constexpr std::string_view sentence =
      "estimates the local Lipschitz constant from two gradients, scaled by a fixed optimism";

  double gamma = 0.25;
  double beta = 2;
  /// Absent: 1e-10 of the first positive estimate of L, or a millionth of the present one where L
  /// has fallen so far that this is less.
  std::optional<double> delta = {};
  std::optional<double> initial_lipschitz = {};
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe() {
    Description all = describe_adaptive(*this);
    for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
    return all;
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;

  /// The parameters of both adaptive rules.
  template <class Adaptive>
  static Description describe_adaptive(Adaptive& rule) {
    return {{"gamma", rule.gamma, range::up_to_1,
             "optimism: the first trial of L is this times the estimate"},
            {"beta", rule.beta, range::growth, "growth of L at each backtrack"},
            {"delta", rule.delta, range::non_negative,
             "added to each estimate: keeps L positive where the gradient does not change",
             "1e-10 of the first estimate of L"},
            {"initial_lipschitz", rule.initial_lipschitz, range::non_negative,
             "the Lipschitz estimate at x_0", "found by a probe"}};
  }
};

/// The rule at work; adaptive-adjustable drives the same one and changes gamma between steps.
class AdaptiveStep final : public StepRule {
 public:
  AdaptiveStep(const AdaptiveConstant& parameters, const StepContext& context);
  StepDecision choose(Line& line) override;
  bool descends() const override { return true; }
  void visit(Archive& archive) override;

  double gamma() const { return gamma_; }
  void set_gamma(double gamma) { gamma_ = gamma; }

 private:
  /// What is added to an estimate.
  double delta(double estimate);

  AdaptiveConstant parameters_;
  double gamma_;  ///< the optimism now
  LipschitzEstimate estimate_;
  double first_ = 0;  ///< the first positive estimate
  double longest_;    ///< t_max
};

}  // namespace acgd
