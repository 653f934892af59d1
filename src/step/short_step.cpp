#include "acgd/step/short_step.hpp"

#include "acgd/core/error.hpp"
#include "acgd/step/sufficient_decrease.hpp"

namespace acgd {
namespace {

class ShortStep final : public StepRule {
 public:
  explicit ShortStep(double lipschitz) : parameters_{lipschitz} {}

  StepDecision choose(Line& line) override {
    const double lipschitz = *parameters_.lipschitz;
    return {.length = quadratic_step(line, lipschitz), .lipschitz = lipschitz};
  }

  void visit(Archive& archive) override {
    archive.expect("step rule", Short::name);
    expect(archive, parameters_);
  }

 private:
  Short parameters_;  ///< its constant is there
};

}  // namespace

std::unique_ptr<StepRule> Short::begin(const StepContext& context) const {
  if (lipschitz) return std::make_unique<ShortStep>(*lipschitz);
  if (const std::optional<double> known = context.lipschitz()) {
    return std::make_unique<ShortStep>(*known);
  }
  throw InvalidInput(
      "lipschitz is absent: the short step needs a global Lipschitz constant of the gradient, and "
      "the objective knows none in the norm of the run");
}

}  // namespace acgd
