#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/text_place.hpp"

namespace acgd::io {

/// How the first line of a table of samples differs from that of a table of numbers: cells may be
/// missing in it, and one may be a word though it is a row.
struct SampleCells {
  std::optional<Index> word = {};  ///< its column, from 0; below 0 from the end, -1 the last
};

/// What tells a header from a row: only the first so many cells, or all those of a sample.
using HeaderRule = std::variant<std::size_t, SampleCells>;

/// What the first line of a table says of all of them.
struct TableHead {
  std::string_view separator = {};      ///< of the cells
  std::vector<std::string> names = {};  ///< of the header; none if the line is a row
  std::size_t columns = 0;

  bool has_header() const { return !names.empty(); }
};

/// What is said of a table without a line.
inline constexpr const char* kEmptyTable = "the file is empty: must have at least one row";

/// Finds the separator, trying `separators` in their order (the last one is for lines without any),
/// and whether the line, which it splits, is a header: if it has words, and no number. Throws
/// InvalidInput if it has both.
TableHead read_table_head(const TextPlace& place, std::span<const std::string_view> separators,
                          const HeaderRule& rule, std::vector<std::string_view>& cells);

/// Splits a row. Throws InvalidInput if it has not as many cells as the first line.
void split_row(const TextPlace& place, const TableHead& head, std::vector<std::string_view>& cells);

}  // namespace acgd::io
