#include "report/table.hpp"

#include <algorithm>
#include <string_view>

#include "report/text.hpp"

namespace acgd::report {
namespace {

/// A number, perhaps with a unit, or what stands for the lack of one.
bool like_a_number(std::string_view cell) {
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  return cell.empty() || (cell.front() >= '0' && cell.front() <= '9') || cell.starts_with(".") ||
         cell == "nan" || cell == "inf" || cell == "\u2013";
}

std::string cell_html(std::string_view element, bool number, const std::string& cell) {
  std::string result = "<";
  result.append(element).append(number ? " class=\"number\">" : ">");
  return result.append(escape(cell)).append("</").append(element.substr(0, 2)).append(">");
}

}  // namespace

std::string table_html(const Table& table,
                       const std::function<std::string(std::size_t row)>& attributes) {
  if (table.columns.empty()) return "";
  std::vector<bool> number(table.columns.size());
  for (std::size_t j = 0; j < number.size(); ++j) {
    number[j] = std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
      return j >= row.size() || like_a_number(row[j]);
    });
  }
  std::string result =
      "<div class=\"table\" role=\"region\" aria-label=\"Table of results\" tabindex=\"0\">\n"
      "<table>\n<thead><tr>";
  for (std::size_t j = 0; j < number.size(); ++j) {
    result += cell_html("th scope=\"col\"", number[j], table.columns[j]);
  }
  result += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& row = table.rows[i];
    result += attributes ? "<tr" + attributes(i) + ">" : "<tr>";
    for (std::size_t j = 0; j < std::min(row.size(), number.size()); ++j) {
      result += cell_html(j == 0 ? "th scope=\"row\"" : "td", number[j], row[j]);
    }
    result += "</tr>\n";
  }
  return result + "</tbody>\n</table>\n</div>\n";
}

}  // namespace acgd::report
