#include "acgd/core/error.hpp"

#include <cmath>

#include "core/compose.hpp"

namespace acgd {

void require_positive(const std::string& argument, double value) {
  if (!(value > 0 && std::isfinite(value))) {
    throw InvalidInput(compose("{} = {}: must be positive and finite", argument, value));
  }
}

void require_non_negative(const std::string& argument, double value) {
  if (!(value >= 0 && std::isfinite(value))) {
    throw InvalidInput(compose("{} = {}: must be >= 0 and finite", argument, value));
  }
}

void require_in_half_open_unit_interval(const std::string& argument, double value) {
  if (!(value > 0 && value <= 1)) {
    throw InvalidInput(compose("{} = {}: must be in (0, 1]", argument, value));
  }
}

void require_growth_factor(const std::string& argument, double value) {
  if (!(value >= 1.001 && std::isfinite(value))) {
    throw InvalidInput(compose("{} = {}: must be at least 1.001 and finite", argument, value));
  }
}

void require_at_least(const std::string& argument, long long value, long long least) {
  if (value < least) {
    throw InvalidInput(compose("{} = {}: must be at least {}", argument, value, least));
  }
}

}  // namespace acgd
