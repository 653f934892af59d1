#include "io/table_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/cells.hpp"

namespace acgd::io {

TableBlocks::TableBlocks(const std::filesystem::path& data, const Slice& slice,
                         std::span<const std::string_view> separators, const HeaderRule& rule)
    : input_(data, slice) {
  const TextBlock& first = input_.peek();
  const bool is_head = slice.is_whole() || (slice.part == 0 && first.size > 0);
  take_head(is_head ? first : input_.read_first_line(), separators, rule);
}

void TableBlocks::take_head(const TextBlock& first, std::span<const std::string_view> separators,
                            const HeaderRule& rule) {
  BlockLines lines(first);
  if (!lines.next_line()) lines.fail(kEmptyTable);
  std::vector<std::string_view> cells;
  head_ = read_table_head(lines, separators, rule, cells);
  file_ = first.file;
  line_ = lines.lines();
}

void TableBlocks::fail_at_head(const std::string& message) const {
  throw TextError(file_, line_, 1, message);
}

void skip_header(BlockLines& lines, const TableHead& head) {
  if (!lines.begins_file() || !head.has_header() || !lines.next_line()) return;
  std::vector<std::string_view> cells;
  split_cells(lines, head.separator, cells);
  const auto is_same = [](std::string_view cell, const std::string& name) {
    return cell_text(cell) == name;
  };
  if (std::equal(cells.begin(), cells.end(), head.names.begin(), head.names.end(), is_same)) return;
  lines.fail("another header than that of the first file: must be the same");
}

}  // namespace acgd::io
