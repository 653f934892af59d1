#include "acgd/step/backtracking.hpp"

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
    if (line.model_curvature()) return follow_model(line);
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

  void visit(Archive& archive) override {
    archive.expect("step rule", Backtracking::name);
    expect(archive, parameters_);
    archive(constant_);
  }

 private:
  Backtracking parameters_;
  std::optional<double> constant_;
};

}  // namespace

std::unique_ptr<StepRule> Backtracking::begin(const StepContext&) const {
  return std::make_unique<BacktrackingStep>(*this);
}

}  // namespace acgd
