#pragma once

#include <functional>
#include <string>

#include "app/report/report.hpp"

namespace acgd::report {

struct TableLook {
  std::string caption = "Table of results";  ///< for screen readers
  /// Shows a row as a list of its cells on narrow screens, and always if there is one row only.
  bool stacked = false;
  std::function<std::string(std::size_t row)> attributes = {};  ///< HTML attributes of a row
  std::function<std::string(std::size_t row)> link = {};        ///< target of the link on its name
};

/// A table element. Columns of numbers are right-aligned, empty columns are omitted. Tables that
/// are not stacked scroll horizontally. Empty for a table without columns.
std::string table_html(const Table& table, const TableLook& look = {});

}  // namespace acgd::report
