#include "timed.hpp"

#include <stdexcept>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/step/adaptive.hpp"

namespace bench {
namespace {

acgd::StepChoice step_of(Rule rule) {
  if (rule == Rule::adaptive_constant) return acgd::AdaptiveConstant{};
  if (rule == Rule::backtracking) return acgd::Backtracking{};
  return acgd::AdaptiveAdjustable{};
}

}  // namespace

acgd::Options options_for(const Settings& settings, Index iterations,
                          std::optional<double> target) {
  return {.step = step_of(settings.rule),
          .max_iterations = iterations,
          .gap_tolerance = 0,
          .optimal_value = target,
          .value_tolerance = 0};
}

Run time_acgd(const acgd::Problem& problem, acgd::Options options, const Stopwatch& watch) {
  // The only direction of the plain loops.
  if (problem.mode == acgd::Mode::constrained) options.direction = acgd::FrankWolfe{};
  const acgd::Result result = acgd::solve(problem, options);
  const double seconds = watch.seconds();
  if (!acgd::is_usable(result.status)) throw std::runtime_error("acgd stopped: " + result.message);
  return {result.counts.iterations, seconds, result.value};
}

Run time_plain(const PlainProblem& problem, const Vector& x0, const PlainOptions& options) {
  const Stopwatch watch;
  const PlainResult result = run_plain(problem, x0, options);
  return {result.iterations, watch.seconds(), result.value};
}

}  // namespace bench
