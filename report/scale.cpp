#include "report/scale.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd::report {
namespace {

constexpr double kAir = 0.04;
constexpr double kLargest = std::numeric_limits<double>::max();

/// On a logarithmic axis everything is linear in the exponent.
double onto(double value, Growth growth) {
  return growth == Growth::logarithmic ? std::log10(value) : value;
}

double back(double value, Growth growth) {
  if (growth == Growth::linear) return std::clamp(value, -kLargest, kLargest);
  return std::clamp(std::pow(10, value), std::numeric_limits<double>::denorm_min(), kLargest);
}

Scale widened(const Range& range, double air, Scale scale) {
  double low = onto(range.low(), scale.growth);
  double high = onto(range.high(), scale.growth);
  const double close = scale.growth == Growth::logarithmic
                           ? 0.1
                           : 1e-9 * std::max({std::abs(low), std::abs(high), 1e-300});
  if (high - low < close) {
    const double more =
        scale.growth == Growth::logarithmic ? 0.5 : std::max(0.5 * std::abs(low), 0.5);
    low -= more;
    high += more;
  }
  // Halves first: the width of a range of doubles may be more than a double holds.
  const double extra = 2 * air * (high / 2 - low / 2);
  scale.low = back(low - extra, scale.growth);
  scale.high = back(high + extra, scale.growth);
  return scale;
}

}  // namespace

void Range::add(double value) {
  if (!std::isfinite(value)) return;
  const bool first = empty();
  low_ = first ? value : std::min(low_, value);
  high_ = first ? value : std::max(high_, value);
}

bool Scale::shows(double value) const {
  return std::isfinite(value) && (growth == Growth::linear || value > 0);
}

double Scale::operator()(double value) const {
  const double from = onto(low, growth) / 2;
  const double to = onto(high, growth) / 2;
  return at_low + (onto(value, growth) / 2 - from) / (to - from) * (at_high - at_low);
}

Scale tight(const Range& range, double at_low, double at_high, Growth growth) {
  return widened(range, 0, {.at_low = at_low, .at_high = at_high, .growth = growth});
}

Scale airy(const Range& range, double at_low, double at_high, Growth growth) {
  return widened(range, kAir, {.at_low = at_low, .at_high = at_high, .growth = growth});
}

}  // namespace acgd::report
