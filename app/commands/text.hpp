#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/report/report.hpp"

namespace acgd::cli {

/// The table in aligned columns: the first to the left, numbers to the right.
std::string to_text(const report::Table& table);

/// As wide as terminals are at least.
inline constexpr std::size_t kTextWidth = 80;

/// The same where it fits; else what is too long in the first column has a line of its own, above
/// the rest of its row.
std::string to_narrow_text(const report::Table& table, std::size_t width = kTextWidth);

/// The words in lines of at most `width` characters, each but the first behind the indent, with no
/// line end after the last. A word that is longer has a line of its own.
std::string wrap(std::string_view text, std::size_t indent = 0, std::size_t width = kTextWidth);

/// Three digits that count, as 0.0000954, 1.23, 60600.
std::string three_digits(double x);

/// As "45 s", "12 min", "3.4 h".
std::string rough_duration(double seconds);

}  // namespace acgd::cli
