#pragma once

#include <string>

#include "report/report.hpp"

namespace acgd::cli {

/// The table in aligned columns: the first to the left, numbers to the right.
std::string to_text(const report::Table& table);

}  // namespace acgd::cli
