#pragma once

#include <string_view>

#include "acgd/core/vector.hpp"
#include "io/text_place.hpp"

namespace acgd::io {

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
