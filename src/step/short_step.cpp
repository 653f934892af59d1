#include "acgd/step/short_step.hpp"

#include "acgd/core/error.hpp"
#include "acgd/step/sufficient_decrease.hpp"

namespace acgd {
namespace {

class ShortStep final : public StepRule {
 public:
  explicit ShortStep(double lipschitz) : lipschitz_(lipschitz) {}

  StepDecision choose(Line& line) override {
    return {.length = quadratic_step(line, lipschitz_), .lipschitz = lipschitz_};
  }

  void visit(State& state) override {
    state.expect("step rule", "short");
    state.expect("lipschitz", lipschitz_);
  }

 private:
  double lipschitz_;
};

}  // namespace

std::unique_ptr<StepRule> Short::begin(const StepContext& context) const {
  if (lipschitz) {
    require_positive("lipschitz", *lipschitz);
    return std::make_unique<ShortStep>(*lipschitz);
  }
  if (const std::optional<double> known = context.lipschitz()) {
    return std::make_unique<ShortStep>(*known);
  }
  throw InvalidInput(
      "lipschitz is absent: the short step needs a global Lipschitz constant of the gradient, and "
      "the objective knows none in the norm of the run");
}

}  // namespace acgd
