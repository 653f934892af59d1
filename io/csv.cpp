#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "io/numbers.hpp"
#include "io/row_stack.hpp"
#include "io/table_input.hpp"

namespace acgd::io {
namespace {

/// Whether they are a header, to this reader and on one line.
bool make_a_header(const std::vector<std::string>& names) {
  const auto breaks = [](const std::string& name) {
    return is_number(name) || name.find_first_of("\r\n") != std::string::npos;
  };
  const auto says = [](const std::string& name) { return !name.empty(); };
  return std::none_of(names.begin(), names.end(), breaks) &&
         std::any_of(names.begin(), names.end(), says);
}

}  // namespace

std::string csv_cell(const std::string& text) {
  const bool plain = text.find_first_of(",;\t\"") == std::string::npos && !text.starts_with(' ') &&
                     !text.ends_with(' ');
  if (plain) return text;
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string to_csv(const CsvTable& table) {
  fmt::memory_buffer out;
  if (make_a_header(table.names)) {
    for (std::size_t k = 0; k < table.names.size(); ++k) {
      if (k > 0) out.push_back(',');
      out.append(csv_cell(table.names[k]));
    }
    out.push_back('\n');
  }
  for (Index row = 0; row < table.values.rows(); ++row) {
    for (Index col = 0; col < table.values.cols(); ++col) {
      if (col > 0) out.push_back(',');
      fmt::format_to(std::back_inserter(out), "{:.17g}", table.values(row, col));
    }
    out.push_back('\n');
  }
  return fmt::to_string(out);
}

CsvTable read_csv(const std::filesystem::path& file) {
  constexpr std::string_view separators[] = {"\t", ";", ","};
  TableInput table(file, separators);
  RowStack rows;
  while (table.next_row()) {
    for (const std::string_view cell : table.cells()) {
      rows.push_back(to_finite(table.text(), cell, "cell"));
    }
  }
  if (rows.empty()) table.text().fail("the file ends: must have a row below the header");
  return {table.names(), rows.matrix(static_cast<Index>(table.columns()))};
}

}  // namespace acgd::io
