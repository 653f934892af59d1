#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// The largest of t(L), t(factor L), t(factor^2 L), ... with t(L) = min(gap / (L ||d||^2),
/// max_step) that satisfies
///
///     f(x + t d) <= f(x) - t gap + L/2 t^2 ||d||^2.
///
/// Where the predicted change is below the noise of f, the same inequality is asked of the slopes:
/// <grad f(x + t d), d> <= -gap + L t ||d||^2, which is equivalent on quadratics. A trial that is
/// not finite counts as a failure. L grows until t underflows; then the outcome is precision_limit.
StepDecision backtrack(Line& line, double lipschitz, double factor);

/// min(gap / (L ||d||^2), max_step)
double quadratic_step(Line& line, double lipschitz);

}  // namespace acgd
