#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// The same t at every iteration.
struct Fixed {
  double length = 0.1;  ///< positive, and at most 1 when constrained

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
