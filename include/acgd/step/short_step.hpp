#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// t = min(gap / (L ||d||^2), max_step).
struct Short {
  static constexpr std::string_view name = "short";
  static constexpr std::string_view sentence = "the short step with a global Lipschitz constant";

  /// Absent: what the objective knows of itself, if the norm is l2.
  std::optional<double> lipschitz = {};

  Description describe() {
    return {{"lipschitz", lipschitz, range::positive,
             "a global Lipschitz constant of the gradient, in the norm of the run",
             "the objective's own"}};
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
