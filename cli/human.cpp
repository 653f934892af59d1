#include "cli/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace acgd::cli {

std::string three_digits(double x) {
  if (!std::isfinite(x) || x == 0) return fmt::format("{}", x);
  const int digits =
      static_cast<int>(std::floor(std::log10(std::abs(x))));  // before the point, - 1
  if (digits < 2) return fmt::format("{:.{}f}", x, std::min(2 - digits, 12));
  const double unit = std::pow(10.0, digits - 2);
  return fmt::format("{:.0f}", std::round(x / unit) * unit);
}

std::string rough_duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace acgd::cli
