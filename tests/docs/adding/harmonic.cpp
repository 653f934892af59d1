#include "acgd/step/harmonic.hpp"

#include "acgd/step/schedules.hpp"

namespace acgd {

std::unique_ptr<StepRule> Harmonic::begin(const StepContext&) const {
  return schedule([first = scale](Index k) { return first / static_cast<double>(k + 1); });
}

}  // namespace acgd
