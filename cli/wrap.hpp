#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace acgd::cli {

/// As wide as terminals are at least.
inline constexpr std::size_t kTextWidth = 80;

/// The words in lines of at most `width` characters, each but the first behind the indent, with no
/// line end after the last. A word that is longer has a line of its own.
std::string wrap(std::string_view text, std::size_t indent = 0, std::size_t width = kTextWidth);

}  // namespace acgd::cli
