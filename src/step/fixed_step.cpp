#include "acgd/step/fixed_step.hpp"

#include "acgd/core/error.hpp"
#include "acgd/step/schedule.hpp"
#include "core/compose.hpp"

namespace acgd {

std::unique_ptr<StepRule> Fixed::begin(const StepContext& context) const {
  if (context.constrained && length > 1) {
    throw InvalidInput(compose("length = {}: must be at most 1 in a constrained run", length));
  }
  return schedule([length = length](Index) { return length; });
}

}  // namespace acgd
