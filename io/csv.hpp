#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::io {

struct CsvTable {
  std::vector<std::string> names;  ///< of the columns; none if there is no header
  Matrix values;
};

/// Reads a table of numbers. Tabs separate the cells if the first line has any, else semicolons,
/// else commas. The first line is a header if a cell of it is neither a number nor empty. Cells may
/// be in quotes; none may be missing.
///
/// Throws FileError, or InvalidInput with line and column.
CsvTable read_csv(const std::filesystem::path& file);

}  // namespace acgd::io
