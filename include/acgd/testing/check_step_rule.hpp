#pragma once

#include <string>
#include <vector>

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// What a step rule is expected to do.
struct StepRuleCheck {
  bool monotone = true;       ///< whether it promises never to increase f
  bool unconstrained = true;  ///< whether to examine it without a longest step, too
  int max_trials = 10000;     ///< values and slopes it may ask for at one point
};

/// Puts a rule through lines that are convex, affine, concave, wavy, flat, steep, tiny, huge, and
/// not finite beyond a wall, several points each. Returns a sentence for each broken promise: a
/// length outside [0, max_step] or not finite, an increase of f by a monotone rule, a claimed
/// decrease that did not happen, too many trials, or two fresh rules that decide differently.
std::vector<std::string> check_step_rule(const StepChoice& choice,
                                         const StepRuleCheck& expected = {});

}  // namespace acgd
