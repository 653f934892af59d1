#include "acgd/step/adaptive_constant.hpp"

#include "acgd/core/error.hpp"
#include "acgd/step/sufficient_decrease.hpp"

namespace acgd {

AdaptiveStep::AdaptiveStep(const AdaptiveConstant& parameters)
    : parameters_(parameters), gamma_(parameters.gamma), estimate_(parameters.initial_lipschitz) {
  require_in_half_open_unit_interval("gamma", parameters.gamma);
  require_growth_factor("beta", parameters.beta);
  require_non_negative("delta", parameters.delta);
  if (parameters.initial_lipschitz) {
    require_non_negative("initial_lipschitz", *parameters.initial_lipschitz);
  }
}

StepDecision AdaptiveStep::choose(Line& line) {
  const double estimate = estimate_.at(line) + parameters_.delta;
  const StepDecision decision = backtrack(line, gamma_ * estimate, parameters_.beta);
  estimate_.moved(line, decision.length, decision.lipschitz);
  return decision;
}

void AdaptiveStep::visit(State& state) {
  state.expect("step rule", "adaptive-constant");
  state.expect("gamma", parameters_.gamma);
  state.expect("beta", parameters_.beta);
  state.expect("delta", parameters_.delta);
  state(gamma_, estimate_);
}

std::unique_ptr<StepRule> AdaptiveConstant::begin(const StepContext&) const {
  return std::make_unique<AdaptiveStep>(*this);
}

}  // namespace acgd
