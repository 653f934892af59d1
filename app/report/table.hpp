#pragma once

#include <functional>
#include <string>

#include "app/report/report.hpp"

namespace acgd::report {

struct TableLook {
  std::string caption = "Table of results";  ///< for those who do not see what it stands below
  /// On narrow screens a row is a list of its cells; and where there is no more than one row,
  /// always.
  bool stacked = false;
  std::function<std::string(std::size_t row)> attributes = {};  ///< of a row
  std::function<std::string(std::size_t row)> link = {};        ///< where its name leads
};

/// A table element; columns of numbers end at the right, and those without an entry are left out.
/// One that is not stacked scrolls sideways where it is too wide. Empty for a table without columns.
std::string table_html(const Table& table, const TableLook& look = {});

}  // namespace acgd::report
