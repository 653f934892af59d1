#include "app/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "app/report/text.hpp"

namespace acgd::report {

namespace {

bool is_blank(std::string_view cell) { return cell.empty() || cell == "-" || cell == "\u2013"; }

/// A number, possibly with a unit, or a placeholder for a missing number.
bool like_a_number(std::string_view cell) {
  if (cell.find(", ") != cell.npos) return false;
  if (cell.starts_with('-') || cell.starts_with('+')) cell.remove_prefix(1);
  return cell.empty() || (cell.front() >= '0' && cell.front() <= '9') || cell.starts_with(".") ||
         cell == "nan" || cell == "inf" || cell == "\u2013";
}

/// The table without empty columns; the first column is always kept.
Table without_blanks(const Table& table) {
  Table kept;
  for (const auto& row : table.rows) {
    kept.rows.emplace_back(row.begin(), row.begin() + std::min<std::ptrdiff_t>(1, std::ssize(row)));
  }
  if (!table.columns.empty()) kept.columns.push_back(table.columns.front());
  for (std::size_t j = 1; j < table.columns.size(); ++j) {
    const auto blank = [j](const auto& row) { return j >= row.size() || is_blank(row[j]); };
    if (!table.rows.empty() && std::ranges::all_of(table.rows, blank)) continue;
    kept.columns.push_back(table.columns[j]);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      kept.rows[i].push_back(j < table.rows[i].size() ? table.rows[i][j] : "");
    }
  }
  return kept;
}

/// A table of one row as a list of names and entries.
std::string upright_html(const Table& table, const std::string& caption) {
  std::string rows;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escape(table.columns[j]),
                        escape(table.rows[0][j]));
  }
  return fmt::format(
      "<div class=\"table\"><table class=\"upright\">\n<caption>{}</caption>\n<tbody>\n{}</tbody>\n"
      "</table></div>\n",
      escape(caption), rows);
}

std::string head_html(const Table& table, const std::vector<bool>& number) {
  std::string cells;
  for (std::size_t j = 0; j < number.size(); ++j) {
    cells += fmt::format("<th scope=\"col\"{}>{}</th>", number[j] ? " class=\"number\"" : "",
                         escape(table.columns[j]));
  }
  return "<thead><tr>" + cells + "</tr></thead>\n";
}

/// "3 (2 to 5)": the number above its range, which may be wrapped in the middle.
std::string cell_html(const std::string& cell) {
  const std::size_t open = cell.find(" ("), to = cell.find(" to ", open);
  if (open == cell.npos || to == cell.npos || !cell.ends_with(')')) return escape(cell);
  return fmt::format("{} <small><span>{}</span> <span>{}</span></small>",
                     escape(cell.substr(0, open)), escape(cell.substr(open + 1, to - open - 1)),
                     escape(cell.substr(to + 1)));
}

std::string row_cells(const Table& table, std::size_t i, const std::vector<bool>& number,
                      const TableLook& look) {
  std::string cells;
  for (std::size_t j = 0; j < number.size(); ++j) {
    std::string content = number[j] ? cell_html(table.rows[i][j]) : escape(table.rows[i][j]);
    const std::string to = look.link && j == 0 ? look.link(i) : "";
    if (!to.empty()) content = fmt::format("<a href=\"{}\">{}</a>", escape(to), content);
    const char* kind = number[j] ? " class=\"number\"" : "";
    if (j == 0) {
      cells += fmt::format("<th scope=\"row\"{}>{}</th>", kind, content);
    } else if (look.stacked) {
      cells +=
          fmt::format("<td{} data-label=\"{}\">{}</td>", kind, escape(table.columns[j]), content);
    } else {
      cells += fmt::format("<td{}>{}</td>", kind, content);
    }
  }
  return cells;
}

}  // namespace

std::string table_html(const Table& given, const TableLook& look) {
  const Table table = without_blanks(given);
  if (table.columns.empty()) return "";
  if (look.stacked && table.rows.size() == 1) return upright_html(table, look.caption);
  std::vector<bool> number(table.columns.size());
  for (std::size_t j = 0; j < number.size(); ++j) {
    number[j] = std::ranges::all_of(
        table.rows, [&](const auto& row) { return j >= row.size() || like_a_number(row[j]); });
  }
  std::string rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].empty()) continue;
    rows += fmt::format("<tr{}>{}</tr>\n", look.attributes ? look.attributes(i) : "",
                        row_cells(table, i, number, look));
  }
  return fmt::format(
      "<div class=\"table\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\">\n"
      "<table{1}>\n<caption>{0}</caption>\n{2}<tbody>\n{3}"
      "</tbody>\n</table>\n</div>\n",
      escape(look.caption), look.stacked ? " class=\"stacked\"" : "", head_html(table, number),
      rows);
}

}  // namespace acgd::report
