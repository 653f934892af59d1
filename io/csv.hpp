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
/// else commas. The first line is a header if it has words and no number. Cells may be in quotes;
/// none may be missing. Several files may make one table: see data_files().
///
/// Throws FileError, or InvalidInput with line and column.
CsvTable read_csv(const std::filesystem::path& data);

/// A text as a cell: in quotes if it needs them.
std::string csv_cell(const std::string& text);

/// The bytes of such a file, with 17 significant digits: what is read again is the same. Names that
/// could not be read again as a header are left out.
std::string to_csv(const CsvTable& table);

}  // namespace acgd::io
