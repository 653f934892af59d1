#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/table_head.hpp"
#include "io/text_input.hpp"

namespace acgd::io {

/// A table in a text file, row by row, each with as many cells as the first. The first line decides
/// what separates the cells, and whether it is a header: if it has words, and no number. With both
/// it is a row with something wrong in it.
class TableInput {
 public:
  /// Separators are tried in their order, the last one is for lines without any. Only the first
  /// `deciding` cells tell a header from a row. Throws FileError, or InvalidInput for an empty file
  /// and for a first line that is neither.
  TableInput(const std::filesystem::path& file, std::span<const std::string_view> separators,
             std::size_t deciding = static_cast<std::size_t>(-1));

  /// Goes to the next row; false if there is none. Throws InvalidInput if it has another number of
  /// cells.
  bool next_row();

  /// Of the header; none if there is no header.
  const std::vector<std::string>& names() const { return head_.names; }
  std::size_t columns() const { return head_.columns; }

  /// The row. Valid until the next call of next_row().
  const std::vector<std::string_view>& cells() const { return cells_; }

  /// Where messages are placed.
  const TextInput& text() const { return text_; }

 private:
  TextInput text_;
  TableHead head_;
  std::vector<std::string_view> cells_;
  bool have_row_ = false;  ///< the first line, which was no header
};

}  // namespace acgd::io
