#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// t_max of Algorithm 3 where it is given, else none. Throws InvalidInput if a constrained run would
/// leave its set by it.
double longest_step(const std::optional<double>& t_max, const StepContext& context);

/// The largest of t(L), t(factor L), t(factor^2 L), ... with t(L) = min(gap / (L ||d||^2),
/// longest, max_step) that satisfies
///
///     f(x + t d) <= f(x) - t gap + L/2 t^2 ||d||^2.
///
/// Where the predicted change is below the noise of f, the same inequality is asked of the slopes:
/// <grad f(x + t d), d> <= -gap + L t ||d||^2, which is equivalent on quadratics. A trial that is
/// not finite counts as a failure. L grows until t underflows; then the outcome is precision_limit.
StepDecision backtrack(Line& line, double lipschitz, double factor, double longest);

/// The same along the minimiser d of a second-order model of f (Line::model_curvature() is there):
/// t = 1 first, with L = 1.5 d'Hd / ||d||^2, then t(2 L), t(4 L), ... The margin is what leaves room
/// for a third-order term: with 1 it would refuse Newton steps close to the solution.
StepDecision follow_model(Line& line, double longest);

/// min(gap / (L ||d||^2), longest, max_step)
double quadratic_step(Line& line, double lipschitz,
                      double longest = std::numeric_limits<double>::infinity());

}  // namespace acgd
