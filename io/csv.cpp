#include "io/csv.hpp"

#include <string_view>

#include "io/numbers.hpp"
#include "io/row_stack.hpp"
#include "io/table_input.hpp"

namespace acgd::io {

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
