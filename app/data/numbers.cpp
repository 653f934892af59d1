#include "app/data/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <system_error>

namespace acgd::data {

namespace {

/// from_chars() accepts no +.
const char* skip_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  return text.data() + (plus ? 1 : 0);
}

/// The position of the first non-zero digit before the decimal point: 2 for 30, -1 for 0.03, with
/// exponents.
double places_before_point(std::string_view number) {
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, end);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = std::min(digits.find_first_not_of("-0."), digits.size());
  double places = static_cast<double>(point) - static_cast<double>(first);
  if (end == number.size()) return places;

  std::string_view exponent = number.substr(end + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  std::int64_t power = 0;
  const auto [stopped, error] =
      std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (error == std::errc()) return places + static_cast<double>(power);
  return exponent.starts_with('-') ? -std::numeric_limits<double>::infinity()
                                   : std::numeric_limits<double>::infinity();
}

/// 0 or infinity: from_chars() does not distinguish too small from too large.
double round_out_of_range(const char* begin, const char* end) {
  const std::string_view number(begin, end);
  const double size =
      places_before_point(number) > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  return number.starts_with('-') ? -size : size;
}

}  // namespace

const char* scan_other_number(std::string_view text, double& value) {
  const char* begin = skip_plus(text);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), value);
  if (error == std::errc::invalid_argument) return text.data();
  if (error == std::errc::result_out_of_range) value = round_out_of_range(begin, end);
  return end;
}

bool is_number(std::string_view text) {
  double value = 0;
  return !text.empty() && scan_number(text, value) == text.data() + text.size();
}

double to_finite(const TextPlace& input, std::string_view text, const char* what) {
  double value = 0;
  const char* end = scan_number(text, value);
  if (text.empty() || end != text.data() + text.size() || !std::isfinite(value)) {
    input.fail(text, fmt::format("{} {}: must be a finite number", what, in_quotes(text)));
  }
  return value;
}

Index to_integer(const TextPlace& input, std::string_view text, const char* what, Index least,
                 Index most) {
  Index value = 0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(skip_plus(text), last, value);
  if (error != std::errc() || end != last || value < least || value > most) {
    input.fail(text, fmt::format("{} {}: must be an integer from {} to {}", what, in_quotes(text),
                                 least, most));
  }
  return value;
}

}  // namespace acgd::data
