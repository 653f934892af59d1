#include "io/cells.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/letters.hpp"

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

}  // namespace acgd::io
