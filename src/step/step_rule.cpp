#include "acgd/step/step_rule.hpp"

#include "acgd/core/error.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"
#include "acgd/step/schedules.hpp"

namespace acgd {
namespace {

class FunctionStep final : public StepRule {
 public:
  explicit FunctionStep(std::function<double(Line&)> length) : length_(std::move(length)) {}
  StepDecision choose(Line& line) override { return {.length = length_(line)}; }

 private:
  std::function<double(Line&)> length_;
};

}  // namespace

void StepRule::visit(Archive&) {
  throw InvalidInput("checkpoint", std::nullopt, "the step rule keeps none",
                     "it would have to override StepRule::visit");
}

std::unique_ptr<StepRule> StepChoice::Function::begin(const StepContext&) const {
  return std::make_unique<FunctionStep>(length);
}

const std::vector<StepChoice>& known_step_rules() {
  static const std::vector<StepChoice> rules = {
      AdaptiveConstant{}, AdaptiveAdjustable{}, Backtracking{}, Short{}, OpenLoop{}, LineSearch{},
      Secant{},           InverseSquareRoot{},  Fixed{},
  };
  return rules;
}

}  // namespace acgd
