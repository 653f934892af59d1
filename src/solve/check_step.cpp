#include "solve/check_step.hpp"

#include <cmath>

#include "core/compose.hpp"
#include "solve/gap_clause.hpp"

namespace acgd {

std::optional<Stop> check_step(const StepDecision& step, const Line& line, Index iteration,
                               const std::optional<double>& gap, double gap_noise) {
  using Outcome = StepDecision::Outcome;
  if (step.outcome == Outcome::precision_limit) {
    return end_of_progress(gap, gap_noise,
                           compose("no step from iteration {} decreases f", iteration));
  }
  if (step.outcome == Outcome::unbounded) {
    return Stop{Status::unbounded,
                compose("f falls below any bound along the direction of iteration {}", iteration)};
  }
  if (!(step.length >= 0 && step.length <= line.max_step()) || !std::isfinite(step.length)) {
    return Stop{Status::step_failed,
                compose("the rule's step {} at iteration {} must be finite and in [0, {}]",
                        step.length, iteration, line.max_step())};
  }
  return std::nullopt;
}

}  // namespace acgd
