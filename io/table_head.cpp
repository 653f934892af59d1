#include "io/table_head.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/cells.hpp"
#include "io/numbers.hpp"

namespace acgd::io {
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
    const std::string_view cell = cells[static_cast<std::size_t>(k)];
    if (is_missing(cell)) continue;
    if (is_number(cell)) {
      number = k;
    } else if (k != exempt) {
      word = k;
    }
  }
  if (!word) return false;
  if (number) {
    const std::string_view cell = cells[static_cast<std::size_t>(*word)];
    place.fail(cell,
               fmt::format("cell {} of column {}: must be a number, as {} is; a header has no "
                           "number in it, and no feature is a word: --target-column {} if it "
                           "is what should be predicted",
                           in_quotes(cell), *word + 1,
                           in_quotes(cells[static_cast<std::size_t>(*number)]), *word + 1));
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

}  // namespace acgd::io
