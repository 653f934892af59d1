#include "io/table_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/cells.hpp"
#include "io/numbers.hpp"

namespace acgd::io {
namespace {

bool is_word(std::string_view cell) { return !cell.empty() && !is_number(cell); }

}  // namespace

TableInput::TableInput(const std::filesystem::path& file,
                       std::span<const std::string_view> separators, std::size_t deciding)
    : text_(file) {
  take_first_line(separators);
  find_header(std::min(deciding, columns_));
}

TableInput::TableInput(const std::filesystem::path& file,
                       std::span<const std::string_view> separators, const SampleCells& cells)
    : text_(file) {
  take_first_line(separators);
  find_header(cells);
}

void TableInput::take_first_line(std::span<const std::string_view> separators) {
  if (!text_.next_line()) text_.fail("the file is empty: must have at least one row");
  separator_ = find_separator(text_.line(), separators);
  split_cells(text_, separator_, cells_);
  columns_ = cells_.size();
}

void TableInput::find_header(std::size_t deciding) {
  const std::span first(cells_.data(), deciding);
  const auto number = std::find_if(first.begin(), first.end(), is_number);
  const auto word = std::find_if(first.begin(), first.end(), is_word);
  have_row_ = word == first.end();
  if (have_row_) return;
  if (number != first.end()) {
    text_.fail(*word, fmt::format("cell {} of column {}: must be a number, as {} is; a header has "
                                  "no number in it",
                                  in_quotes(*word), word - first.begin() + 1, in_quotes(*number)));
  }
  take_names();
}

void TableInput::find_header(const SampleCells& cells) {
  const auto count = static_cast<Index>(columns_);
  const Index exempt = cells.word ? (*cells.word < 0 ? count + *cells.word : *cells.word) : count;
  std::optional<Index> word, number;
  for (Index k = count; k-- > 0;) {
    const std::string_view cell = cells_[static_cast<std::size_t>(k)];
    if (is_missing(cell)) continue;
    if (is_number(cell)) {
      number = k;
    } else if (k != exempt) {
      word = k;
    }
  }
  have_row_ = !word;
  if (have_row_) return;
  if (number) {
    const std::string_view cell = cells_[static_cast<std::size_t>(*word)];
    text_.fail(cell,
               fmt::format("cell {} of column {}: must be a number, as {} is; a header has no "
                           "number in it, and no feature is a word: --target-column {} if it "
                           "is what should be predicted",
                           in_quotes(cell), *word + 1,
                           in_quotes(cells_[static_cast<std::size_t>(*number)]), *word + 1));
  }
  take_names();
}

void TableInput::take_names() {
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
