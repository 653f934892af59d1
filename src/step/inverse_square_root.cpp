#include "acgd/step/inverse_square_root.hpp"

#include <cmath>

#include "acgd/step/schedule.hpp"

namespace acgd {

std::unique_ptr<StepRule> InverseSquareRoot::begin(const StepContext&) const {
  return schedule([](Index k) { return 1 / std::sqrt(static_cast<double>(k) + 1); });
}

}  // namespace acgd
