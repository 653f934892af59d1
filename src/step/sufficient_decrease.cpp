#include "acgd/step/sufficient_decrease.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd {
namespace {

// Where L is the curvature itself both sides of the test are the same number, each rounded its own
// way.
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

/// Tests decision.length; notes whether it was seen to decrease f.
bool accepts(Line& line, StepDecision& decision) {
  const double t = decision.length;
  const double moved = t * line.norm();
  const double fall = t * line.gap();
  const double predicted = -fall + 0.5 * decision.lipschitz * moved * moved;
  decision.decreases = -predicted > line.change_noise();
  if (decision.decreases) {
    const double excess = line.change(t) - predicted;
    return excess <= kRounding * fall || excess <= t * line.change_noise_rate();
  }
  return line.slope(t) <=
         -line.gap() + decision.lipschitz * line.norm() * moved + line.slope_noise();
}

}  // namespace

double quadratic_step(Line& line, double lipschitz) {
  return std::min(line.gap() / (lipschitz * line.norm() * line.norm()), line.max_step());
}

StepDecision backtrack(Line& line, double lipschitz, double factor) {
  const int bound = static_cast<int>(std::ceil(200 * std::log(2.0) / std::log(factor)));
  // Below this the step is the longest one and stays it for long, whatever the factor.
  const double shortest = line.gap() / (line.norm() * line.norm() * line.max_step());
  lipschitz = std::max(lipschitz, 0x1p-100 * shortest);
  // An affine piece has constant 0, and no factor makes that grow.
  if (lipschitz == 0) lipschitz = 1e-10;
  StepDecision decision;
  for (decision.lipschitz = lipschitz;; decision.lipschitz *= factor, ++decision.backtracks) {
    decision.length = quadratic_step(line, decision.lipschitz);
    if (std::isfinite(decision.length) && accepts(line, decision)) return decision;
    if (decision.backtracks == bound) {
      decision.outcome = StepDecision::Outcome::precision_limit;
      return decision;
    }
  }
}

}  // namespace acgd
