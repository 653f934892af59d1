#pragma once

#include <algorithm>
#include <string_view>

namespace acgd::io {

/// Takes the first word off `rest`: up to the next space or tab, those before it left out. At the
/// end, a word of no letters.
inline std::string_view take_word(std::string_view& rest) {
  constexpr std::string_view between = " \t";
  rest.remove_prefix(std::min(rest.find_first_not_of(between), rest.size()));
  const std::string_view word = rest.substr(0, rest.find_first_of(between));
  rest.remove_prefix(word.size());
  return word;
}

}  // namespace acgd::io
