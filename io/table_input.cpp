#include "io/table_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/cells.hpp"
#include "io/numbers.hpp"

namespace acgd::io {

TableInput::TableInput(const std::filesystem::path& file,
                       std::span<const std::string_view> separators, std::size_t deciding)
    : text_(file) {
  if (!text_.next_line()) text_.fail("the file is empty: must have a row at least");
  separator_ = find_separator(text_.line(), separators);
  split_cells(text_, separator_, cells_);
  columns_ = cells_.size();
  have_row_ = std::all_of(cells_.begin(), cells_.begin() + std::min(deciding, columns_),
                          [](std::string_view cell) { return cell.empty() || is_number(cell); });
  if (have_row_) return;
  for (const std::string_view cell : cells_) names_.push_back(cell_text(cell));
}

bool TableInput::next_row() {
  if (have_row_) {
    have_row_ = false;
    return true;
  }
  if (!text_.next_line()) return false;
  split_cells(text_, separator_, cells_);
  if (cells_.size() != columns_) {
    const std::string_view line = text_.line();
    const std::string_view place =
        cells_.size() > columns_ ? cells_[columns_] : line.substr(line.size());
    text_.fail(place,
               fmt::format("{} cells: must be {}, as on the first line", cells_.size(), columns_));
  }
  return true;
}

}  // namespace acgd::io
