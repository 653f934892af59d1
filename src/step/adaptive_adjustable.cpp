#include "acgd/step/adaptive_adjustable.hpp"

#include <algorithm>

#include "acgd/core/error.hpp"

namespace acgd {
namespace {

class AdjustableStep final : public StepRule {
 public:
  AdjustableStep(const AdaptiveAdjustable& parameters, Mode mode)
      : step_({.gamma = parameters.gamma,
               .beta = parameters.beta,
               .delta = parameters.delta,
               .initial_lipschitz = parameters.initial_lipschitz}),
        period_(parameters.period),
        published_(parameters.counting == Counting::published),
        skip_first_(published_ && mode == Mode::constrained) {}

  StepDecision choose(Line& line) override {
    const StepDecision decision = step_.choose(line);
    if (skip_first_) {
      skip_first_ = false;
      return decision;
    }
    const bool last_of_period = ++position_ == period_;
    count_ += published_ && !last_of_period ? 2 * decision.backtracks : decision.backtracks;
    if (last_of_period) adjust();
    return decision;
  }
  bool descends() const override { return true; }

  void visit(State& state) override {
    state.expect("step rule", "adaptive-adjustable");
    state.expect("period", period_);
    state.expect("counting", published_ ? "published" : "paper");
    state(step_, skip_first_, position_, count_);
    State::require(position_ < period_, "its period is longer");
  }

 private:
  void adjust() {
    if (count_ == 0) {
      step_.set_gamma(0.9 * step_.gamma());
    } else if (count_ > period_) {
      step_.set_gamma(std::min(1.0, 1.1 * step_.gamma()));
    }
    count_ = 0;
    position_ = 0;
  }

  AdaptiveStep step_;
  int period_;
  bool published_;
  bool skip_first_;
  int position_ = 0;  ///< iterations seen of this period
  int count_ = 0;     ///< backtracks counted in it
};

}  // namespace

std::unique_ptr<StepRule> AdaptiveAdjustable::begin(const StepContext& context) const {
  require_at_least("period", period, 1);
  return std::make_unique<AdjustableStep>(*this, context.mode);
}

}  // namespace acgd
