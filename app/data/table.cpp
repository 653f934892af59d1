#include "app/data/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/data/numbers.hpp"
#include "app/data/text.hpp"

namespace acgd::io {

namespace {

constexpr std::string_view kSpaces = " ";

/// Takes what lies between cells off the front of `rest`.
void skip_spaces(std::string_view separator, std::string_view& rest) {
  const std::string_view skipped = separator == kSpaces ? " \t" : " ";
  rest.remove_prefix(std::min(rest.find_first_not_of(skipped), rest.size()));
}

/// Takes a cell in quotes off `rest`, which begins with its first quote.
std::string_view take_quoted(const TextPlace& input, std::string_view& rest) {
  for (std::size_t at = 1; at < rest.size(); ++at) {
    if (rest[at] != '"') continue;
    if (rest.substr(at).starts_with("\"\"")) {
      ++at;
      continue;
    }
    const std::string_view cell = rest.substr(1, at - 1);
    rest.remove_prefix(at + 1);
    return cell;
  }
  input.fail(rest, fmt::format("{}: its quotes must end on the same line", in_quotes(rest)));
}

/// Takes a cell without quotes off `rest`.
std::string_view take_plain(std::string_view separator, std::string_view& rest) {
  const std::size_t end = std::min(
      separator == kSpaces ? rest.find_first_of(" \t") : rest.find(separator), rest.size());
  std::string_view cell = rest.substr(0, end);
  rest.remove_prefix(end);
  while (cell.ends_with(' ')) cell.remove_suffix(1);
  return cell;
}

}  // namespace

std::string_view find_separator(std::string_view line,
                                std::span<const std::string_view> separators) {
  for (const std::string_view separator : separators) {
    bool inside = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line[at] == '"') inside = !inside;
      if (!inside && line.substr(at).starts_with(separator)) return separator;
    }
  }
  return separators.back();
}

void split_cells(const TextPlace& input, std::string_view separator,
                 std::vector<std::string_view>& cells) {
  cells.clear();
  std::string_view rest = input.line();
  skip_spaces(separator, rest);
  for (;;) {
    const bool has_quotes = rest.starts_with('"');
    cells.push_back(has_quotes ? take_quoted(input, rest) : take_plain(separator, rest));
    const std::string_view behind = rest;
    skip_spaces(separator, rest);
    if (rest.empty()) return;
    if (separator == kSpaces) {
      if (rest.size() < behind.size()) continue;
    } else if (rest.starts_with(separator)) {
      rest.remove_prefix(separator.size());
      skip_spaces(separator, rest);
      continue;
    }
    input.fail(rest, fmt::format("{}: a cell in quotes must end with them", in_quotes(rest)));
  }
}

bool is_missing(std::string_view cell) {
  if (cell.size() > 4) return false;
  const std::string letters = lower_case(cell);
  return letters.empty() || letters == "na" || letters == "nan" || letters == "?" ||
         letters == "null";
}

std::string cell_text(std::string_view cell) {
  std::string result;
  for (std::size_t at = 0; at < cell.size(); ++at) {
    result += cell[at];
    if (cell.substr(at).starts_with("\"\"")) ++at;
  }
  return result;
}

namespace {

using Cells = std::vector<std::string_view>;

bool is_word(std::string_view cell) { return !cell.empty() && !is_number(cell); }

bool is_header(const TextPlace& place, const Cells& cells, std::size_t deciding) {
  const std::span first(cells.data(), std::min(deciding, cells.size()));
  const auto number = std::find_if(first.begin(), first.end(), is_number);
  const auto word = std::find_if(first.begin(), first.end(), is_word);
  if (word == first.end()) return false;
  if (number != first.end()) {
    place.fail(*word, fmt::format("cell {} of column {}: must be a number, as {} is; a header has "
                                  "no number in it",
                                  in_quotes(*word), word - first.begin() + 1, in_quotes(*number)));
  }
  return true;
}

bool is_header(const TextPlace& place, const Cells& cells, const SampleCells& rule) {
  const auto count = static_cast<Index>(cells.size());
  const Index exempt = rule.word ? (*rule.word < 0 ? count + *rule.word : *rule.word) : count;
  std::optional<Index> word, number;
  for (Index k = count; k-- > 0;) {
    const std::string_view cell = cells[k];
    if (is_missing(cell)) continue;
    if (is_number(cell)) {
      number = k;
    } else if (k != exempt) {
      word = k;
    }
  }
  if (!word) return false;
  if (number) {
    const std::string_view cell = cells[*word];
    place.fail(cell,
               fmt::format("cell {} of column {}: must be a number, as {} is; a header has no "
                           "number in it, and no feature is a word: --target-column {} if it "
                           "is what should be predicted",
                           in_quotes(cell), *word + 1, in_quotes(cells[*number]), *word + 1));
  }
  return true;
}

}  // namespace

TableHead read_table_head(const TextPlace& place, std::span<const std::string_view> separators,
                          const HeaderRule& rule, std::vector<std::string_view>& cells) {
  TableHead head;
  head.separator = find_separator(place.line(), separators);
  split_cells(place, head.separator, cells);
  head.columns = cells.size();
  const bool has_names =
      std::visit([&](const auto& which) { return is_header(place, cells, which); }, rule);
  if (!has_names) return head;
  for (const std::string_view cell : cells) head.names.push_back(cell_text(cell));
  return head;
}

void split_row(const TextPlace& place, const TableHead& head,
               std::vector<std::string_view>& cells) {
  split_cells(place, head.separator, cells);
  if (cells.size() == head.columns) return;
  const std::string_view line = place.line();
  const std::string_view end =
      cells.size() > head.columns ? cells[head.columns] : line.substr(line.size());
  place.fail(end,
             fmt::format("{} cells: must be {}, as on the first line", cells.size(), head.columns));
}

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
