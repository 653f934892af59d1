#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// t = 1 / sqrt(k + 1), for non-convex functions.
struct InverseSquareRoot {
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
