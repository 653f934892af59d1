#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// t = l / (k + l); l = 2 is the classic rule.
struct OpenLoop {
  double l = 2;  ///< l > 0

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
