#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/text_place.hpp"

namespace acgd::io {

/// The first of `separators` that occurs in `line`, other than inside quotes; the last of them if
/// none does.
std::string_view find_separator(std::string_view line,
                                std::span<const std::string_view> separators);

/// Splits the input's line at `separator`; " " stands for any number of spaces and tabs. Spaces
/// around a cell and quotes around what is left do not belong to it. Throws InvalidInput for a
/// quote that does not end, or not with the cell.
void split_cells(const TextPlace& input, std::string_view separator,
                 std::vector<std::string_view>& cells);

/// Whether a cell says that nobody knows its value: empty, NA, NaN, ? or null, in letters of any
/// size.
bool is_missing(std::string_view cell);

/// A cell as text: doubled quotes, as they stand inside quotes, become single.
std::string cell_text(std::string_view cell);

}  // namespace acgd::io
