#include "app/commands/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

namespace acgd::commands {

namespace {

void append(std::string& text, const std::vector<std::string>& cells,
            const std::vector<std::size_t>& widths) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string padding(widths[i] - cells[i].size(), ' ');
    if (i > 0) text += "  ";
    text += i == 0 ? cells[i] + padding : padding + cells[i];
  }
  while (text.ends_with(' ')) text.pop_back();
  text += '\n';
}

std::vector<std::size_t> widths_of(const report::Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& name : table.columns) widths.push_back(name.size());
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

}  // namespace

std::string to_text(const report::Table& table) {
  const std::vector<std::size_t> widths = widths_of(table);
  std::string text;
  append(text, table.columns, widths);
  for (const auto& row : table.rows) append(text, row, widths);
  return text;
}

std::string to_narrow_text(const report::Table& table, std::size_t width) {
  const std::vector<std::size_t> widths = widths_of(table);
  const std::size_t rest =
      std::accumulate(widths.begin() + 1, widths.end(), std::size_t{0}) + 2 * (widths.size() - 1);
  if (widths[0] + rest <= width) return to_text(table);
  const std::size_t room = width - std::min(rest, width);
  report::Table narrow = table;
  const auto shorten = [&](std::string& cell) {
    return cell.size() > room ? std::exchange(cell, "") + '\n' : "";
  };
  std::vector<std::string> above = {shorten(narrow.columns[0])};
  for (auto& row : narrow.rows) above.push_back(shorten(row[0]));
  std::istringstream lines(to_text(narrow));
  std::string text, line;
  for (std::size_t i = 0; std::getline(lines, line); ++i) text += above[i] + line + '\n';
  return text;
}

std::string wrap(std::string_view text, std::size_t indent, std::size_t width) {
  std::string lines;
  std::size_t column = indent;
  bool first = true;
  while (true) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return lines;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    if (!first && column + 1 + word.size() > width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
    first = false;
  }
}

std::string three_digits(double x) {
  if (!std::isfinite(x) || x == 0) return fmt::format("{}", x);
  const int digits = static_cast<int>(std::floor(std::log10(std::abs(x))));  // decimal exponent
  if (digits < 2) return fmt::format("{:.{}f}", x, std::min(2 - digits, 12));
  const double unit = std::pow(10.0, digits - 2);
  return fmt::format("{:.0f}", std::round(x / unit) * unit);
}

std::string rough_duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

namespace {

bool is_plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-_./:=,+@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_quoted(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) return std::string(word);
  std::string text = "'";
  for (const char c : word) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string command_line(int argc, const char* const* argv) {
  std::string text = "acgd";
  for (int i = 1; i < argc; ++i) text += ' ' + shell_quoted(argv[i]);
  return text;
}

}  // namespace acgd::commands
