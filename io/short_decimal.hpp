#pragma once

#include <array>
#include <cfloat>
#include <cstdint>

namespace acgd::io {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads digits behind `at` to those in `digits`, which overflow after 19 of them.
inline const char* scan_digits(const char* at, const char* end, std::uint64_t& digits) {
  for (; at != end && is_digit(*at); ++at) {
    digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
  }
  return at;
}

/// Most numbers of data are short, and from_chars() is slow on those: reads the number that begins
/// at `begin` and returns its end, or nullptr if it is none, or not surely one that a single
/// operation rounds correctly. That is so of digits 10^e where the digits are at most 2^53 and
/// |e| <= 22: both, or the divisor, are then doubles.
inline const char* scan_short_decimal(const char* begin, const char* end, double& value) {
  static_assert(FLT_EVAL_METHOD == 0, "doubles are rounded as such");
  constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr std::uint64_t most = std::uint64_t{1} << 53;
  const bool is_negative = begin != end && *begin == '-';
  const char* first = begin + (is_negative ? 1 : 0);
  std::uint64_t digits = 0;
  const char* at = scan_digits(first, end, digits);
  std::ptrdiff_t count = at - first;
  std::ptrdiff_t exponent = 0;
  if (at != end && *at == '.') {
    const char* point = ++at;
    at = scan_digits(at, end, digits);
    exponent = point - at;
    count -= exponent;
  }
  if (count == 0 || count > 19 || digits > most) return nullptr;
  if (at != end && (*at == 'e' || *at == 'E')) {
    const char* sign = at + 1;
    const bool is_small = sign != end && *sign == '-';
    const char* power = sign + (is_small || (sign != end && *sign == '+') ? 1 : 0);
    std::uint64_t size = 0;
    at = scan_digits(power, end, size);
    if (at == power || at - power > 3) return nullptr;
    exponent += is_small ? -static_cast<std::ptrdiff_t>(size) : static_cast<std::ptrdiff_t>(size);
  }
  if (exponent < -22 || exponent > 22) return nullptr;
  const auto whole = static_cast<double>(digits);
  const double size = exponent < 0 ? whole / powers[static_cast<std::size_t>(-exponent)]
                                   : whole * powers[static_cast<std::size_t>(exponent)];
  value = is_negative ? -size : size;
  return at;
}

}  // namespace acgd::io
