#include "acgd/step/schedules.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

namespace {

class Schedule final : public StepRule {
 public:
  explicit Schedule(std::function<double(Index)> length) : length_(std::move(length)) {}

  StepDecision choose(Line& line) override {
    return {.length = std::min(length_(k_++), line.max_step())};
  }

  void visit(Archive& archive) override {
    archive.expect("step rule", "schedule");
    archive(k_);
    // The parameters are inside the function, so the next length is compared in their place.
    archive.expect("length of the next step", length_(k_ + 1));
  }

 private:
  std::function<double(Index)> length_;
  Index k_ = 0;
};

}  // namespace

std::unique_ptr<StepRule> schedule(std::function<double(Index k)> length) {
  return std::make_unique<Schedule>(std::move(length));
}

std::unique_ptr<StepRule> OpenLoop::begin(const StepContext&) const {
  return schedule([l = l](Index k) { return l / (static_cast<double>(k) + l); });
}

std::unique_ptr<StepRule> InverseSquareRoot::begin(const StepContext&) const {
  return schedule([](Index k) { return 1 / std::sqrt(static_cast<double>(k) + 1); });
}

std::unique_ptr<StepRule> Fixed::begin(const StepContext& context) const {
  if (context.constrained && length > 1) {
    throw InvalidInput("length", length, "must be at most 1 in a constrained run");
  }
  return schedule([length = length](Index) { return length; });
}

Description OpenLoop::describe() {
  return {{"l", l, range::positive, "t = l / (k + l); 2 is the classic rule"}};
}

Description InverseSquareRoot::describe() { return {}; }

Description Fixed::describe() {
  return {{"length", length, range::positive, "t; at most 1 in a constrained run"}};
}

}  // namespace acgd
