#include "cli/text_table.hpp"

#include <algorithm>
#include <vector>

namespace acgd::cli {
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

}  // namespace

std::string to_text(const report::Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& name : table.columns) widths.push_back(name.size());
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  append(text, table.columns, widths);
  for (const auto& row : table.rows) append(text, row, widths);
  return text;
}

}  // namespace acgd::cli
