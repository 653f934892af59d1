#include "acgd/step/backtracking.hpp"

#include "acgd/core/error.hpp"
#include "acgd/step/lipschitz_estimate.hpp"
#include "acgd/step/sufficient_decrease.hpp"
#include "step/unbounded.hpp"

namespace acgd {
namespace {

class BacktrackingStep final : public StepRule {
 public:
  explicit BacktrackingStep(const Backtracking& parameters)
      : parameters_(parameters), constant_(parameters.initial_lipschitz) {}

  StepDecision choose(Line& line) override {
    if (!constant_) constant_ = probe_lipschitz(line);
    StepDecision decision = backtrack(line, parameters_.shrink * *constant_, parameters_.growth);
    if (*constant_ == 0 && decision.backtracks == 0 &&
        falls_below_any_bound(line, decision.length)) {
      decision.outcome = StepDecision::Outcome::unbounded;
    }
    constant_ = decision.lipschitz;
    return decision;
  }
  bool descends() const override { return true; }

  void visit(State& state) override {
    state.expect("step rule", "backtracking");
    state.expect("growth", parameters_.growth);
    state.expect("shrink", parameters_.shrink);
    state.expect("initial_lipschitz", parameters_.initial_lipschitz);
    state(constant_);
  }

 private:
  Backtracking parameters_;
  std::optional<double> constant_;
};

}  // namespace

std::unique_ptr<StepRule> Backtracking::begin(const StepContext&) const {
  require_growth_factor("growth", growth);
  require_in_half_open_unit_interval("shrink", shrink);
  if (initial_lipschitz) require_non_negative("initial_lipschitz", *initial_lipschitz);
  return std::make_unique<BacktrackingStep>(*this);
}

}  // namespace acgd
