#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "app/report/report.hpp"

namespace acgd::commands {

/// The table in aligned columns: the first left-aligned, numbers right-aligned.
std::string to_text(const report::Table& table);

/// Minimum width of terminals.
inline constexpr std::size_t kTextWidth = 80;

/// The same if it fits; otherwise long entries of the first column get a line of their own above
/// the rest of their row.
std::string to_narrow_text(const report::Table& table, std::size_t width = kTextWidth);

/// Wraps text to lines of at most `width` characters; all lines but the first are indented; no line
/// end after the last. Longer words get a line of their own.
std::string wrap(std::string_view text, std::size_t indent = 0, std::size_t width = kTextWidth);

/// Three significant digits, as 0.0000954, 1.23, 60600.
std::string three_digits(double x);

/// A duration as "45 s", "12 min", "3.4 h".
std::string rough_duration(double seconds);

/// The word in quotes if a shell needs them.
std::string shell_quoted(std::string_view word);

/// The command line, quoted so that a shell can run it again.
std::string command_line(int argc, const char* const* argv);

}  // namespace acgd::commands
