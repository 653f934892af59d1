#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// t = min(gap / (L ||d||^2), max_step) with a global L.
struct Short {
  /// L in the norm of the run. Absent: what the objective knows of itself, if the norm is l2.
  std::optional<double> lipschitz = {};

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
