#include "app/report/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "app/report/svg.hpp"

namespace acgd::report {

namespace {

constexpr double kAir = 0.04;
constexpr double kLargest = std::numeric_limits<double>::max();

/// The coordinate that is linear along the axis.
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
  // Halve first: the difference of two doubles may overflow.
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

Scale padded(const Range& range, double at_low, double at_high, Growth growth) {
  return widened(range, kAir, {.at_low = at_low, .at_high = at_high, .growth = growth});
}

namespace {

std::string superscript(int number) {
  constexpr std::array<std::string_view, 10> digits = {"⁰", "¹", "²", "³", "⁴",
                                                       "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result;
  for (const char c : std::to_string(number)) {
    result += c == '-' ? "⁻" : digits[c - '0'];
  }
  return result;
}

/// The smallest of 1, 2 and 5 times a power of ten that is at least `step`.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::vector<Tick> linear_ticks(const Scale& scale, int wanted) {
  const double step = round_step(2 * (scale.high / (2 * wanted) - scale.low / (2 * wanted)));
  std::vector<Tick> result;
  if (!std::isfinite(step) || step <= 0) return result;
  const double first = std::ceil(scale.low / step - 1e-9);
  const double last = std::floor(scale.high / step + 1e-9);
  for (double k = first; k <= last && result.size() < 2 * static_cast<std::size_t>(wanted); ++k) {
    result.push_back({k * step, tick_label(k * step, step)});
  }
  return result;
}

std::vector<Tick> decades(double low, double high, int wanted) {
  const int step = std::max(1, static_cast<int>(std::ceil((high - low) / wanted)));
  std::vector<Tick> result;
  for (int e = static_cast<int>(std::ceil(low / step - 1e-9)) * step; e <= high + 1e-9; e += step) {
    result.push_back({std::pow(10, e), "10" + superscript(e)});
  }
  return result;
}

std::vector<Tick> within_decades(const Scale& scale) {
  std::vector<Tick> result;
  const int last = static_cast<int>(std::floor(std::log10(scale.high)));
  for (int e = static_cast<int>(std::floor(std::log10(scale.low))); e <= last; ++e) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, e);
      if (value < scale.low || value > scale.high) continue;
      result.push_back({value, tick_label(value, std::pow(10, e))});
    }
  }
  return result;
}

}  // namespace

std::vector<Tick> ticks(const Scale& scale, int wanted) {
  if (scale.growth == Growth::linear) return linear_ticks(scale, wanted);
  const double low = std::log10(scale.low);
  const double high = std::log10(scale.high);
  std::vector<Tick> powers = decades(low, high, wanted);
  if (powers.size() >= 3 || high - low >= 3) return powers;
  std::vector<Tick> finer = within_decades(scale);
  return finer.size() >= 2 ? finer : linear_ticks(scale, wanted);
}

std::vector<Tick> apart(const std::vector<Tick>& ticks, const Scale& scale, double font) {
  std::vector<Tick> kept;
  const auto is_power = [&](const Tick& tick) {
    const double exponent = std::log10(tick.value);
    return scale.growth == Growth::logarithmic && std::abs(exponent - std::round(exponent)) < 1e-9;
  };
  const auto touches = [&](const Tick& a, const Tick& b) {
    const double room = (text_width(a.label, font) + text_width(b.label, font)) / 2 + 0.4 * font;
    return std::abs(scale(a.value) - scale(b.value)) < room;
  };
  for (const bool power : {true, false}) {
    for (const Tick& tick : ticks) {
      const auto touches_it = [&](const Tick& other) { return touches(tick, other); };
      if (is_power(tick) == power && std::ranges::none_of(kept, touches_it)) kept.push_back(tick);
    }
  }
  std::ranges::sort(kept, {}, &Tick::value);
  return kept;
}

std::string tick_label(double value, double step) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  const int last_digit = static_cast<int>(std::floor(std::log10(step) + 1e-9));
  if (size >= 1e-3 * (1 - 1e-9) && size < 1e6) {
    return fmt::format("{:.{}f}", value, std::max(0, -last_digit));
  }
  const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
  const std::string mantissa = fmt::format("{:.{}f}", value / std::pow(10, exponent),
                                           std::clamp(exponent - last_digit, 0, 6));
  return mantissa + "·10" + superscript(exponent);
}

}  // namespace acgd::report
