#include "app/experiments/experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "acgd/core/error.hpp"
#include "acgd/step/adaptive.hpp"

namespace acgd::experiments {

namespace {

constexpr double kGamma = 0.25, kBeta = 2;

}  // namespace

const std::vector<std::string>& constrained_strategies() {
  static const std::vector<std::string> names = {kConstant, kAdjustable, kBacktracking, kShort,
                                                 kOpenLoop};
  return names;
}

const std::vector<std::string>& unconstrained_strategies() {
  static const std::vector<std::string> names = {kConstant, kAdjustable, kBacktracking};
  return names;
}

StepChoice strategy(std::string_view name, const Prepared& problem) {
  if (name == kConstant) {
    return AdaptiveConstant{.gamma = kGamma,
                            .beta = kBeta,
                            .delta = problem.delta,
                            .initial_lipschitz = problem.initial_lipschitz};
  }
  if (name == kAdjustable) {
    return AdaptiveAdjustable{.gamma = kGamma,
                              .beta = kBeta,
                              .delta = problem.delta,
                              .initial_lipschitz = problem.initial_lipschitz,
                              .counting = problem.counting};
  }
  if (name == kBacktracking) return Backtracking{.initial_lipschitz = problem.initial_lipschitz};
  if (name == kShort) {
    if (!problem.lipschitz) return Short{};
    return Short{.lipschitz = problem.lipschitz()};
  }
  if (name == kOpenLoop) return problem.open_loop;
  throw InvalidInput("strategy", fmt::format("\"{}\" is not one of {}", name,
                                             fmt::join(constrained_strategies(), ", ")));
}

Options stop_at_gap(const Settings& settings) {
  return {.max_iterations = settings.quick ? 300 : 3000, .gap_tolerance = kTolerance};
}

Options stop_at_value(const Settings& settings, double optimal_value) {
  Options options = stop_at_gap(settings);
  options.gap_tolerance = 0;
  options.optimal_value = optimal_value;
  options.value_tolerance = kTolerance;
  return options;
}

}  // namespace acgd::experiments
