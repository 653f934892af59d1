#pragma once

#include "experiments/experiment.hpp"

namespace acgd::experiments {

/// What every run of the evaluation stops at.
inline constexpr double kTolerance = 1e-5;

/// At most 3000 iterations (300 when quick), until the gap is within the tolerance. Unconstrained,
/// the gap is the dual norm of the gradient.
Options stop_at_gap(const Settings& settings);

/// As many, until f is within the tolerance of its minimum.
Options stop_at_value(const Settings& settings, double optimal_value);

}  // namespace acgd::experiments
