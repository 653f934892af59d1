#include "acgd/step/adaptive_constant.hpp"

#include <algorithm>

#include "acgd/step/sufficient_decrease.hpp"
#include "step/unbounded.hpp"

namespace acgd {
namespace {

constexpr double kDelta = 1e-10;
// Where L falls by many orders, that much of the first estimate would be all of the later ones.
constexpr double kMostOfEstimate = 1e-6;

}  // namespace

AdaptiveStep::AdaptiveStep(const AdaptiveConstant& parameters)
    : parameters_(parameters), gamma_(parameters.gamma), estimate_(parameters.initial_lipschitz) {}

StepDecision AdaptiveStep::choose(Line& line) {
  if (line.model_curvature()) {
    const StepDecision decision = follow_model(line);
    estimate_.moved(line, decision.length, decision.lipschitz);
    return decision;
  }
  const double estimate = estimate_.at(line);
  StepDecision decision = backtrack(line, gamma_ * (estimate + delta(estimate)), parameters_.beta);
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

std::unique_ptr<StepRule> AdaptiveConstant::begin(const StepContext&) const {
  return std::make_unique<AdaptiveStep>(*this);
}

}  // namespace acgd
