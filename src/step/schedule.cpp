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

  void visit(Archive& archive) override {
    archive.expect("step rule", "schedule");
    archive(k_);
    // The parameters are the function's own; two schedules that agree here are taken for the same.
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

}  // namespace acgd
