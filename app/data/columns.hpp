#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/data/sample_table.hpp"

/// Columns of a table as users name them: by a name of its header, or by number, 1 the first one
/// and -1 the last.
namespace acgd::problem {

/// The number that the text is, from 0, below 0 from the end; none if it is a name.
std::optional<Index> column_number(const std::string& text);

/// Where the column of this name or number is, from 0; a name goes first. None if there is no such
/// column.
std::optional<Index> find_column(const std::string& text, const io::TableColumns& columns);

/// The same. Throws InvalidInput naming argument and file, and the name that was probably meant.
Index find_column(const std::string& argument, const std::string& text,
                  const io::TableColumns& columns, const std::filesystem::path& file);

/// "; did you mean NAME?" of the name that was probably meant; nothing of words so short that any
/// would be like them.
std::string suggestion(const std::string& text, const std::vector<std::string>& names);

/// The column by its name, or by its number from 1 where it has none: find_column() finds it again.
std::string name_of_column(Index column, const io::TableColumns& columns);

}  // namespace acgd::problem
