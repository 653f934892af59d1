#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// t = 1/N. In unconstrained mode from x0 = 0, N such steps give the average of N atoms, as
/// continuous greedy does.
struct ContinuousGreedy {
  std::optional<Index> steps = {};  ///< N >= 1; absent: the iteration limit of the run

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
