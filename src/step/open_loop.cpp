#include "acgd/step/open_loop.hpp"

#include "acgd/step/schedule.hpp"

namespace acgd {

std::unique_ptr<StepRule> OpenLoop::begin(const StepContext&) const {
  return schedule([l = l](Index k) { return l / (static_cast<double>(k) + l); });
}

}  // namespace acgd
