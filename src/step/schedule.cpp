#include "acgd/step/schedule.hpp"

#include <algorithm>

namespace acgd {
namespace {

class Schedule final : public StepRule {
 public:
  explicit Schedule(std::function<double(Index)> length) : length_(std::move(length)) {}

  StepDecision choose(Line& line) override {
    return {.length = std::min(length_(k_++), line.max_step())};
  }

 private:
  std::function<double(Index)> length_;
  Index k_ = 0;
};

}  // namespace

std::unique_ptr<StepRule> schedule(std::function<double(Index k)> length) {
  return std::make_unique<Schedule>(std::move(length));
}

}  // namespace acgd
