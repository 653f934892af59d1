#include "acgd/step/continuous_greedy.hpp"

#include "acgd/core/error.hpp"
#include "acgd/step/schedule.hpp"

namespace acgd {

std::unique_ptr<StepRule> ContinuousGreedy::begin(const StepContext& context) const {
  const Index count = steps.value_or(context.max_iterations);
  require_at_least("steps", count, 1);
  return schedule([count](Index) { return 1 / static_cast<double>(count); });
}

}  // namespace acgd
