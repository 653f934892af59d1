#include "acgd/step/sufficient_decrease.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "step/unbounded.hpp"

namespace acgd {
namespace {

// Where L is the curvature itself both sides of the test are the same number, each rounded its own
// way.
constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();

// L / 2 ||d||^2 next to the gap: too little by far to be seen in a sum with it.
constexpr double kNothing = 0x1p-100;

// L of a model, next to its own curvature; and its growth where that is too little.
constexpr double kModelMargin = 1.5;
constexpr double kModelGrowth = 2;

// A change of f that is so much smaller than values that the run has seen may be rounding alone.
constexpr double kDoubtful = 0x1p-26;

/// What the sufficient-decrease test looks at.
enum class Evidence { values, slopes };

/// -t fall + L/2 t^2 ||d||^2
double predicted_change(Line& line, const StepDecision& decision) {
  const double moved = decision.length * line.norm();
  return -decision.length * line.fall() + 0.5 * decision.lipschitz * moved * moved;
}

/// Tests decision.length; notes whether it was seen to decrease f, and below any bound.
bool accepts(Line& line, StepDecision& decision, Evidence evidence) {
  const double t = decision.length;
  const double moved = t * line.norm();
  const double fall = t * line.fall();
  const double predicted = predicted_change(line, decision);
  decision.decreases = evidence == Evidence::values && -predicted > line.change_noise();
  if (decision.decreases) {
    const double change = line.change(t);
    if (is_below_any_bound(line, change)) decision.outcome = StepDecision::Outcome::unbounded;
    const double excess = change - predicted;
    return excess <= kRounding * fall || excess <= t * line.change_noise_rate();
  }
  return line.slope(t) <=
         -line.fall() + decision.lipschitz * line.norm() * moved + line.slope_noise();
}

/// L to begin with. Where every smaller one has the longest step and the same test, nothing is won
/// by trying them all; and an affine piece has constant 0, which no factor makes grow.
double first_trial(Line& line, double lipschitz, double longest) {
  longest = std::min(longest, line.max_step());
  if (std::isfinite(longest) || lipschitz == 0) {
    if (std::isinf(longest)) longest = 1;
    lipschitz = std::max(lipschitz, kNothing * line.fall() / (line.norm() * line.norm() * longest));
  }
  // What is smaller does not grow by little factors.
  return std::max(lipschitz, std::numeric_limits<double>::min());
}

/// Tests the steps of decision.lipschitz, factor times that, and so on, beginning with the length
/// that the decision has.
StepDecision search(Line& line, StepDecision decision, double factor, double longest,
                    Evidence evidence) {
  while (true) {
    if (!(decision.length >= std::numeric_limits<double>::min())) {
      decision.outcome = StepDecision::Outcome::precision_limit;
      return decision;
    }
    if (std::isfinite(decision.length) && accepts(line, decision, evidence)) return decision;
    decision.lipschitz *= factor;
    ++decision.backtracks;
    decision.length = quadratic_step(line, decision.lipschitz, longest);
  }
}

/// The same by values of f; where these show no decrease, and the one expected is small enough to be
/// lost in rounding errors that f does not tell of, by slopes.
StepDecision search(Line& line, const StepDecision& first, double factor, double longest) {
  StepDecision decision = search(line, first, factor, longest, Evidence::values);
  const bool failed = decision.outcome == StepDecision::Outcome::precision_limit;
  if (failed && -predicted_change(line, first) < kDoubtful * line.largest_value()) {
    const int backtracks = decision.backtracks;
    decision = search(line, first, factor, longest, Evidence::slopes);
    decision.backtracks += backtracks;
  }
  return decision;
}

}  // namespace

double longest_step(const std::optional<double>& t_max, const StepContext& context) {
  if (t_max && *t_max > 1 && context.constrained) {
    throw InvalidInput(compose("t_max = {}: must be at most 1 in a constrained run", *t_max));
  }
  return t_max.value_or(std::numeric_limits<double>::infinity());
}

double quadratic_step(Line& line, double lipschitz, double longest) {
  return std::min(
      {line.fall() / (lipschitz * line.norm() * line.norm()), longest, line.max_step()});
}

StepDecision backtrack(Line& line, double lipschitz, double factor, double longest) {
  StepDecision first;
  first.lipschitz = first_trial(line, lipschitz, longest);
  first.length = quadratic_step(line, first.lipschitz, longest);
  return search(line, first, factor, longest);
}

StepDecision follow_model(Line& line, double longest) {
  const double squared_norm = line.norm() * line.norm();
  StepDecision first;
  first.lipschitz =
      first_trial(line, kModelMargin * *line.model_curvature() / squared_norm, longest);
  first.length = std::min({1.0, longest, line.max_step()});
  return search(line, first, kModelGrowth, longest);
}

}  // namespace acgd
