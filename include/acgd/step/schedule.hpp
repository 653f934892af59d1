#pragma once

#include <functional>

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// A rule that looks at nothing but the iteration number: t = min(length(k), max_step).
std::unique_ptr<StepRule> schedule(std::function<double(Index k)> length);

}  // namespace acgd
