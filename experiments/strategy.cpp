#include "experiments/strategy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "acgd/core/error.hpp"
#include "acgd/step/adaptive_adjustable.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "acgd/step/backtracking.hpp"
#include "acgd/step/open_loop.hpp"
#include "acgd/step/short_step.hpp"

namespace acgd::experiments {
namespace {

constexpr double kGamma = 0.25, kBeta = 2;

}  // namespace

const std::vector<std::string>& constrained_strategies() {
  static const std::vector<std::string> names = {"adaptive-constant", "adaptive-adjustable",
                                                 "backtracking", "short", "open-loop"};
  return names;
}

const std::vector<std::string>& unconstrained_strategies() {
  static const std::vector<std::string> names = {"adaptive-constant", "adaptive-adjustable",
                                                 "backtracking"};
  return names;
}

StepChoice strategy(std::string_view name, const Problem& problem) {
  if (name == "adaptive-constant") {
    return AdaptiveConstant{.gamma = kGamma,
                            .beta = kBeta,
                            .delta = problem.delta,
                            .initial_lipschitz = problem.initial_lipschitz};
  }
  if (name == "adaptive-adjustable") {
    return AdaptiveAdjustable{.gamma = kGamma,
                              .beta = kBeta,
                              .delta = problem.delta,
                              .initial_lipschitz = problem.initial_lipschitz,
                              .counting = problem.counting};
  }
  if (name == "backtracking") return Backtracking{.initial_lipschitz = problem.initial_lipschitz};
  if (name == "short") {
    if (!problem.lipschitz) return Short{};
    return Short{.lipschitz = problem.lipschitz()};
  }
  if (name == "open-loop") return OpenLoop{};
  throw InvalidInput(fmt::format("strategy: \"{}\" is none of {}", name,
                                 fmt::join(constrained_strategies(), ", ")));
}

}  // namespace acgd::experiments
