#pragma once

#include <string>
#include <vector>

#include "acgd/step/step_rule.hpp"
#include "problem/rule_words.hpp"

namespace acgd::problem {

using StepKind = RuleKind<StepChoice>;
const std::vector<StepKind>& step_kinds();

/// The rule that a text such as "adaptive-constant:gamma=0.5" or "fixed:0.1" names, with those of
/// the flags that it has. Throws InvalidInput if it names none, or a parameter does not fit.
StepChoice make_step(const std::string& text, const Flags& flags = {}, Hints* hints = nullptr);

/// Throws InvalidInput if a flag is given that none of the rules has.
void check_flags(std::vector<StepChoice> steps, const Flags& flags);

/// Whether it measures in the norm of the run: those with a Lipschitz constant do.
bool uses_norm(StepChoice step);

}  // namespace acgd::problem
