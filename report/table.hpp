#pragma once

#include <functional>
#include <string>

#include "report/report.hpp"

namespace acgd::report {

/// A table element that scrolls sideways where it is too wide; columns of numbers end at the right.
/// Empty for a table without columns. A row may have attributes.
std::string table_html(const Table& table,
                       const std::function<std::string(std::size_t row)>& attributes = {});

}  // namespace acgd::report
