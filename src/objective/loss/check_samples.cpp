#include "objective/loss/check_samples.hpp"

#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

template <class Rule>
void check_each(const std::string& argument, const Vector& values, Rule is_legal,
                const char* rule) {
  for (Index i = 0; i < values.size(); ++i) {
    if (!is_legal(values[i])) {
      throw InvalidInput(compose("{}[{}] = {}: must be {}", argument, i, values[i], rule));
    }
  }
}

}  // namespace

Vector checked_finite(const std::string& argument, Vector values) {
  check_each(
      argument, values, [](double v) { return std::isfinite(v); }, "finite");
  return values;
}

Vector checked_non_negative(const std::string& argument, Vector values) {
  check_each(
      argument, values, [](double v) { return v >= 0 && std::isfinite(v); }, ">= 0 and finite");
  return values;
}

Vector checked_signs(const std::string& argument, Vector labels) {
  check_each(
      argument, labels, [](double v) { return v == -1 || v == 1; }, "-1 or +1");
  return labels;
}

void require_squares(const std::string& argument, double largest) {
  constexpr double least = 1e-150, most = 1e150;
  if (largest == 0 || (largest >= least && largest <= most) || !std::isfinite(largest)) return;
  throw InvalidInput(compose(
      "{}: the largest entry is {} in size, must be 0 or between {} and {}, because squares "
      "are taken of them: measure them in another unit",
      argument, largest, least, most));
}

}  // namespace acgd
