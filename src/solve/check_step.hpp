#pragma once

#include <optional>

#include "acgd/objective/line.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Whether a run ends because its rule has found no step, or none that the line has. The gap and its
/// rounding error tell whether it has converged there.
std::optional<Stop> check_step(const StepDecision& step, const Line& line, Index iteration,
                               const std::optional<double>& gap, double gap_noise);

}  // namespace acgd
