#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

#include "acgd/core/vector.hpp"
#include "app/data/text_input.hpp"

/// Numbers in text, in any locale: 1, +0.5, .5, 3.5e2, inf and nan, but not hexadecimal.
namespace acgd::data {

/// Numbers that std::from_chars() does not read: those with a +, and out of range.
const char* scan_other_number(std::string_view text, double& value);

/// Reads the number that `text` begins with into `value`, rounded to the nearest double; what is too
/// large becomes infinite, what is too small 0. Returns its end, or the beginning of `text` if it
/// begins with no number.
inline const char* scan_number(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? end : scan_other_number(text, value);
}

/// The same for an integer, without +.
inline const char* scan_integer(std::string_view text, Index& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() ? end : text.data();
}

/// Whether `text` is a number and nothing else; inf and nan are.
bool is_number(std::string_view text);

/// The number that `text`, a part of the input's line, is. Throws InvalidInput, calling it `what`,
/// unless it is one and finite.
double to_finite(const TextPlace& input, std::string_view text, const char* what);

/// The same for an integer, unless it is one from `least` to `most`.
Index to_integer(const TextPlace& input, std::string_view text, const char* what, Index least,
                 Index most);

}  // namespace acgd::data
