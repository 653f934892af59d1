#pragma once

#include <string>
#include <vector>

#include "acgd/direction/direction_rule.hpp"
#include "acgd/solve/checkpoint.hpp"
#include "acgd/step/step_rule.hpp"
#include "app/spec/parameters.hpp"

namespace acgd::spec {

using StepKind = RuleKind<StepChoice>;
const std::vector<StepKind>& step_kinds();

/// The rule that a text such as "adaptive-constant:gamma=0.5" or "fixed:0.1" names, with those of
/// the flags that it has. Throws InvalidInput if it names none, or a parameter does not fit.
StepChoice make_step(const std::string& text, const Flags& flags = {}, Hints* hints = nullptr);

/// Throws InvalidInput if a flag is given that none of the rules has.
void check_flags(std::vector<StepChoice> steps, const Flags& flags);

/// Whether it measures in the norm of the run: those with a Lipschitz constant do.
bool uses_norm(StepChoice step);

using DirectionKind = RuleKind<DirectionChoice>;
const std::vector<DirectionKind>& direction_kinds();

/// The rule that a text such as "frank-wolfe" names. Throws InvalidInput if it names none, or a parameter
/// does not fit.
DirectionChoice make_direction(const std::string& text);

/// When to save checkpoints: "500" is every 500 iterations, "30s" every 30 seconds. Throws
/// InvalidInput naming the argument.
CheckpointOptions make_checkpoint_times(const std::string& argument, const std::string& text);

/// Unless something else is asked for: little is lost, and nobody notices the writing.
extern const char* const default_checkpoint_times;

}  // namespace acgd::spec
