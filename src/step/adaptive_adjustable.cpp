#include "acgd/step/adaptive_adjustable.hpp"

#include <algorithm>

namespace acgd {
namespace {

// How much bolder gamma becomes after a period without a backtrack, and how much more cautious
// after one with too many (Khademi and Silveti-Falls, 2025).
constexpr double kBolder = 0.9;
constexpr double kMoreCautious = 1.1;

class AdjustableStep final : public StepRule {
 public:
  AdjustableStep(const AdaptiveAdjustable& parameters, const StepContext& context)
      : parameters_(parameters),
        step_({.gamma = parameters.gamma,
               .beta = parameters.beta,
               .delta = parameters.delta,
               .initial_lipschitz = parameters.initial_lipschitz,
               .epsilon = parameters.epsilon,
               .t_max = parameters.t_max},
              context),
        skip_first_(is_published() && context.constrained) {}

  StepDecision choose(Line& line) override {
    const StepDecision decision = step_.choose(line);
    // A model's own L says nothing about gamma.
    if (line.model_curvature()) return decision;
    if (skip_first_) {
      skip_first_ = false;
      return decision;
    }
    const bool last_of_period = ++position_ == parameters_.period;
    count_ += is_published() && !last_of_period ? 2 * decision.backtracks : decision.backtracks;
    if (last_of_period) adjust();
    return decision;
  }
  bool descends() const override { return true; }

  void visit(Archive& archive) override {
    archive.expect("step rule", AdaptiveAdjustable::name);
    expect(archive, parameters_);
    archive(step_, skip_first_, position_, count_);
    Archive::require(position_ < parameters_.period, "its period is longer");
  }

 private:
  bool is_published() const { return parameters_.counting == Counting::published; }

  void adjust() {
    if (count_ == 0) {
      step_.set_gamma(kBolder * step_.gamma());
    } else if (count_ > parameters_.period) {
      step_.set_gamma(std::min(1.0, kMoreCautious * step_.gamma()));
    }
    count_ = 0;
    position_ = 0;
  }

  AdaptiveAdjustable parameters_;
  AdaptiveStep step_;
  bool skip_first_;
  int position_ = 0;  ///< iterations seen of this period
  int count_ = 0;     ///< backtracks counted in it
};

}  // namespace

std::unique_ptr<StepRule> AdaptiveAdjustable::begin(const StepContext& context) const {
  return std::make_unique<AdjustableStep>(*this, context);
}

}  // namespace acgd
