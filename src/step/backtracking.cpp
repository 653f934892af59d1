#include "acgd/step/backtracking.hpp"

#include "acgd/step/lipschitz_estimate.hpp"
#include "acgd/step/sufficient_decrease.hpp"
#include "step/unbounded.hpp"

namespace acgd {
namespace {

class BacktrackingStep final : public StepRule {
 public:
  BacktrackingStep(const Backtracking& parameters, double longest)
      : parameters_(parameters), constant_(parameters.initial_lipschitz), longest_(longest) {}

  StepDecision choose(Line& line) override {
    if (line.model_curvature()) return follow_model(line, longest_);
    if (!constant_) constant_ = probe_lipschitz(line, parameters_.epsilon);
    StepDecision decision =
        backtrack(line, parameters_.shrink * *constant_, parameters_.growth, longest_);
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
  double longest_;  ///< t_max
};

}  // namespace

std::unique_ptr<StepRule> Backtracking::begin(const StepContext& context) const {
  return std::make_unique<BacktrackingStep>(*this, longest_step(t_max, context));
}

}  // namespace acgd
