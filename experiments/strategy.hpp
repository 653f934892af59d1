#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/experiment.hpp"

namespace acgd::experiments {

/// What the paper's strategies are called everywhere.
inline constexpr const char* kConstant = "adaptive-constant";
inline constexpr const char* kAdjustable = "adaptive-adjustable";
inline constexpr const char* kBacktracking = "backtracking";
inline constexpr const char* kShort = "short";
inline constexpr const char* kOpenLoop = "open-loop";

/// adaptive-constant, adaptive-adjustable, backtracking, short, open-loop
const std::vector<std::string>& constrained_strategies();

/// The first three of them, which need neither a global constant nor a bounded set.
const std::vector<std::string>& unconstrained_strategies();

/// The rule of this name with the paper's parameters (gamma = 1/4, beta = 2) and what the problem
/// prescribes. Throws InvalidInput, naming the choices, if no strategy has this name.
StepChoice strategy(std::string_view name, const Prepared& problem);

}  // namespace acgd::experiments
