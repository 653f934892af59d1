#pragma once

#include <array>
#include <bit>
#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "acgd/core/vector.hpp"
#include "app/data/text.hpp"

namespace acgd::io {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The first of eight bytes that are digits: how many they are, and the number they make.
struct EightBytes {
  int count = 0;
  std::uint64_t number = 0;

  /// The lowest byte is the first. No step depends on what the bytes are, for a branch that does
  /// is guessed wrong as often as the lengths of numbers differ.
  explicit EightBytes(std::uint64_t bytes) {
    constexpr std::uint64_t each = 0x0101010101010101;
    const std::uint64_t values = bytes ^ (each * '0');  // 0 to 9 of digits
    // Up to the first other byte, nothing is carried from one to the next.
    const std::uint64_t others = ((values + each * (0x80 - 10)) | values) & (each * 0x80);
    count = std::countr_zero(others) / 8;
    if (count == 0) return;
    const std::uint64_t digits = values << (64 - 8 * count);  // zeros before them
    const std::uint64_t pairs = digits * 10 + (digits >> 8);
    constexpr std::uint64_t two = 0x000000FF000000FF;
    number = ((pairs & two) * (100 + (std::uint64_t{1000000} << 32)) +
              ((pairs >> 16) & two) * (1 + (std::uint64_t{10000} << 32))) >>
             32;
  }
};

/// Reads digits behind `at` to those in `digits`, which overflow after 19 of them.
inline const char* scan_digits(const char* at, const char* end, std::uint64_t& digits) {
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::array<std::uint64_t, 9> powers = {1,      10,      100,      1000,     10000,
                                                     100000, 1000000, 10000000, 100000000};
    while (end - at >= 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, at, 8);
      const EightBytes some(bytes);
      digits = digits * powers[some.count] + some.number;
      at += some.count;
      if (some.count < 8) return at;
    }
  }
  for (; at != end && is_digit(*at); ++at) {
    digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
  }
  return at;
}

/// digits / 10^places, rounded to the nearest double; places from 1 to 27, digits not 0. A quotient of 63
/// bits or 64, whose last one says that there is more behind it, is rounded once: when it becomes a
/// double.
inline double divide_by_power(std::uint64_t digits, int places) {
  __extension__ using Wide = unsigned __int128;
  constexpr std::array<std::uint64_t, 28> fives = [] {
    std::array<std::uint64_t, 28> powers = {1};
    for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = 5 * powers[k - 1];
    return powers;
  }();
  const std::uint64_t five = fives[places];
  const int up = std::countl_zero(digits);
  const int down = std::countl_zero(five);
  const Wide dividend = Wide{digits << up} << 63;
  const std::uint64_t divisor = five << down;
  const auto quotient = static_cast<std::uint64_t>(dividend / divisor);
  const bool is_exact = Wide{quotient} * divisor == dividend;
  const auto exponent = static_cast<std::uint64_t>(1023 + down - up - places - 63);
  return static_cast<double>(quotient | (is_exact ? 0 : 1)) * std::bit_cast<double>(exponent << 52);
}

/// digits 10^exponent, rounded to the nearest double, or nothing if that takes more than an
/// operation or two. Where the digits are at most 2^53 and |exponent| <= 22, both, or the divisor,
/// are doubles.
inline bool scale_digits(std::uint64_t digits, std::ptrdiff_t exponent, double& value) {
  static_assert(FLT_EVAL_METHOD == 0, "doubles are rounded as such");
  constexpr std::array<double, 23> powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                             1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                             1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (digits <= std::uint64_t{1} << 53 && exponent >= -22 && exponent <= 22) {
    const auto whole = static_cast<double>(static_cast<std::int64_t>(digits));
    value = exponent < 0 ? whole / powers[-exponent] : whole * powers[exponent];
    return true;
  }
  if (exponent > 0 || exponent < -27 || digits == 0) return false;
  value = exponent == 0 ? static_cast<double>(digits)
                        : divide_by_power(digits, static_cast<int>(-exponent));
  return true;
}

/// Most numbers of data are short, and from_chars() is slow on those: reads the number that begins
/// at `begin` and returns its end, or nullptr if it is none, or one of many digits or far from 1.
inline const char* scan_short_decimal(const char* begin, const char* end, double& value) {
  const bool is_negative = begin != end && *begin == '-';
  const char* first = begin + (is_negative ? 1 : 0);
  std::uint64_t digits = 0;
  const char* at = first;
  // Of most numbers, one digit stands before the point.
  if (end - at >= 2 && is_digit(at[0]) && !is_digit(at[1])) {
    digits = static_cast<std::uint64_t>(*at++ - '0');
  } else {
    at = scan_digits(at, end, digits);
  }
  const bool has_digits = at != first;
  // All digits count, for they may have overflown, but for a 0 before the point.
  std::ptrdiff_t count = at - first == 1 && digits == 0 ? 0 : at - first;
  std::ptrdiff_t exponent = 0;
  if (at != end && *at == '.') {
    const char* point = ++at;
    at = scan_digits(at, end, digits);
    exponent = point - at;
    count -= exponent;
  }
  if (count > 19 || (!has_digits && exponent == 0)) return nullptr;
  if (at != end && (*at == 'e' || *at == 'E')) {
    const char* sign = at + 1;
    const bool is_small = sign != end && *sign == '-';
    const char* power = sign + (is_small || (sign != end && *sign == '+') ? 1 : 0);
    std::uint64_t size = 0;
    at = scan_digits(power, end, size);
    if (at == power || at - power > 3) return nullptr;
    exponent += is_small ? -static_cast<std::ptrdiff_t>(size) : static_cast<std::ptrdiff_t>(size);
  }
  double size = 0;
  if (!scale_digits(digits, exponent, size)) return nullptr;
  value = is_negative ? -size : size;
  return at;
}

/// Reads the number that `text` begins with, such as 1, +0.5, 3.5e2 or nan, into `value`, rounded
/// to the nearest double. Returns its end, or the beginning of `text` if it begins with no number.
const char* scan_number(std::string_view text, double& value);

/// Whether `text` is a number and nothing else; inf and nan are.
bool is_number(std::string_view text);

/// The number that `text`, a part of the input's line, is. Throws InvalidInput, calling it `what`,
/// unless it is one and finite.
double to_finite(const TextPlace& input, std::string_view text, const char* what);

/// The same for an integer, unless it is one from `least` to `most`.
Index to_integer(const TextPlace& input, std::string_view text, const char* what, Index least,
                 Index most);

}  // namespace acgd::io
