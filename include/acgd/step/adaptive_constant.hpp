#pragma once

#include "acgd/step/lipschitz_estimate.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// The adaptive step with a fixed optimism (Khademi and Silveti-Falls, 2025):
/// L = gamma (||g_k - g_{k-1}||_* / ||x_k - x_{k-1}|| + delta), then L = beta L until the decrease
/// is sufficient.
struct AdaptiveConstant {
  double gamma = 0.25;  ///< optimism, 0 < gamma <= 1: how far below the estimate the first trial is
  double beta = 2;      ///< growth of L at each backtrack, >= 1.001
  /// >= 0, keeps L positive where the gradient does not change. Absent: 1e-10 of the first positive
  /// estimate of L, or a millionth of the present one where L has fallen so far that this is less.
  std::optional<double> delta = {};
  std::optional<double> initial_lipschitz = {};  ///< estimate at x_0; found by a probe when absent

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

/// The rule at work; adaptive-adjustable drives the same one and changes gamma between steps.
class AdaptiveStep final : public StepRule {
 public:
  /// Throws InvalidInput for parameters out of range.
  explicit AdaptiveStep(const AdaptiveConstant& parameters);
  StepDecision choose(Line& line) override;
  bool descends() const override { return true; }
  void visit(State& state) override;

  double gamma() const { return gamma_; }
  void set_gamma(double gamma) { gamma_ = gamma; }

 private:
  /// What is added to an estimate.
  double delta(double estimate);

  AdaptiveConstant parameters_;
  double gamma_;  ///< the optimism now
  LipschitzEstimate estimate_;
  double first_ = 0;  ///< the first positive estimate
};

}  // namespace acgd
