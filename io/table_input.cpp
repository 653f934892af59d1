#include "io/table_input.hpp"

namespace acgd::io {

TableInput::TableInput(const std::filesystem::path& file,
                       std::span<const std::string_view> separators, std::size_t deciding)
    : text_(file) {
  if (!text_.next_line()) text_.fail(kEmptyTable);
  head_ = read_table_head(text_, separators, deciding, cells_);
  have_row_ = !head_.has_header();
}

bool TableInput::next_row() {
  if (have_row_) {
    have_row_ = false;
    return true;
  }
  if (!text_.next_line()) return false;
  split_row(text_, head_, cells_);
  return true;
}

}  // namespace acgd::io
