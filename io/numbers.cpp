#include "io/numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>

namespace acgd::io {
namespace {

/// from_chars takes no +.
const char* skip_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  return text.data() + (plus ? 1 : 0);
}

/// What is too small for a double is 0, what is too large infinite.
double round_out_of_range(const char* begin, const char* end) {
  long double wide = std::numeric_limits<long double>::infinity();
  std::from_chars(begin, end, wide);
  return static_cast<double>(wide);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// All exact in double.
constexpr double kPowersOfTen[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// Most numbers in files are short, as 1 or -0.25. With no more than 15 digits, those digits as an
/// integer and the power of ten to divide it by are both exact, so that dividing rounds once, and
/// right. Returns nullptr for all other numbers.
const char* scan_short_decimal(const char* begin, const char* end, double& value) {
  const char* at = begin;
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  const char* const longest = end - at > 16 ? at + 16 : end;  // 15 digits and the point

  std::int64_t digits = 0;
  const char* const whole = at;
  for (; at != longest && is_digit(*at); ++at) digits = 10 * digits + (*at - '0');
  std::ptrdiff_t count = at - whole;
  std::ptrdiff_t behind_point = 0;
  if (at != longest && *at == '.') {
    const char* const fraction = ++at;
    for (; at != longest && is_digit(*at); ++at) digits = 10 * digits + (*at - '0');
    behind_point = at - fraction;
    count += behind_point;
  }
  if (count == 0 || count > 15) return nullptr;
  if (at != end && (is_digit(*at) || *at == '.' || *at == 'e' || *at == 'E')) return nullptr;
  const double size = static_cast<double>(digits) / kPowersOfTen[behind_point];
  value = negative ? -size : size;
  return at;
}

}  // namespace

const char* scan_number(std::string_view text, double& value) {
  const char* begin = skip_plus(text);
  if (const char* end = scan_short_decimal(begin, text.data() + text.size(), value)) return end;
  const auto [end, trouble] = std::from_chars(begin, text.data() + text.size(), value);
  if (trouble == std::errc::invalid_argument) return text.data();
  if (trouble == std::errc::result_out_of_range) value = round_out_of_range(begin, end);
  return end;
}

bool is_number(std::string_view text) {
  double value = 0;
  return !text.empty() && scan_number(text, value) == text.data() + text.size();
}

double to_finite(const TextInput& input, std::string_view text, const char* what) {
  double value = 0;
  const char* end = scan_number(text, value);
  if (text.empty() || end != text.data() + text.size() || !std::isfinite(value)) {
    input.fail(text, fmt::format("{} {}: must be a finite number", what, in_quotes(text)));
  }
  return value;
}

Index to_integer(const TextInput& input, std::string_view text, const char* what, Index least,
                 Index most) {
  Index value = 0;
  const char* last = text.data() + text.size();
  const auto [end, trouble] = std::from_chars(skip_plus(text), last, value);
  if (trouble != std::errc() || end != last || value < least || value > most) {
    input.fail(text, fmt::format("{} {}: must be an integer from {} to {}", what, in_quotes(text),
                                 least, most));
  }
  return value;
}

}  // namespace acgd::io
