#pragma once

#include <string>

#include "report/report.hpp"

namespace acgd::report {

/// A table element that scrolls sideways where it is too wide; columns of numbers end at the right.
/// Empty for a table without columns.
std::string table_html(const Table& table);

}  // namespace acgd::report
