#include "acgd/step/adaptive_constant.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"
#include "acgd/step/sufficient_decrease.hpp"
#include "core/compose.hpp"
#include "step/unbounded.hpp"

namespace acgd {
namespace {

constexpr double kDelta = 1e-10;
// Where L falls by many orders, that much of the first estimate would be all of the later ones.
constexpr double kMostOfEstimate = 1e-6;

/// The first estimate is that of x^-1 and x_0, if the run has an x^-1.
AdaptiveConstant with_first_estimate(AdaptiveConstant parameters, const StepContext& context) {
  const std::optional<double> found = context.first_estimate();
  if (found && parameters.initial_lipschitz) {
    throw InvalidInput(
        compose("initial_lipschitz = {}: must not be given together with x_previous, which "
                "determines the first estimate",
                *parameters.initial_lipschitz));
  }
  if (found) parameters.initial_lipschitz = found;
  return parameters;
}

}  // namespace

AdaptiveStep::AdaptiveStep(const AdaptiveConstant& parameters, const StepContext& context)
    : parameters_(with_first_estimate(parameters, context)),
      gamma_(parameters.gamma),
      estimate_(parameters_.initial_lipschitz, parameters.epsilon),
      longest_(longest_step(parameters.t_max, context)) {}

StepDecision AdaptiveStep::choose(Line& line) {
  if (line.model_curvature()) {
    const StepDecision decision = follow_model(line, longest_);
    estimate_.moved(line, decision.length, decision.lipschitz);
    return decision;
  }
  const double estimate = estimate_.at(line);
  StepDecision decision =
      backtrack(line, gamma_ * (estimate + delta(estimate)), parameters_.beta, longest_);
  if (estimate_.is_flat() && decision.backtracks == 0 &&
      falls_below_any_bound(line, decision.length)) {
    decision.outcome = StepDecision::Outcome::unbounded;
  }
  estimate_.moved(line, decision.length, decision.lipschitz);
  return decision;
}

double AdaptiveStep::delta(double estimate) {
  if (parameters_.delta) return *parameters_.delta;
  if (first_ == 0) first_ = estimate;
  const double usual = kDelta * first_;
  return estimate_.is_flat() ? usual : std::min(usual, kMostOfEstimate * estimate);
}

void AdaptiveStep::visit(Archive& archive) {
  archive.expect("step rule", AdaptiveConstant::name);
  expect(archive, parameters_);
  archive(gamma_, estimate_, first_);
}

std::unique_ptr<StepRule> AdaptiveConstant::begin(const StepContext& context) const {
  return std::make_unique<AdaptiveStep>(*this, context);
}

}  // namespace acgd
