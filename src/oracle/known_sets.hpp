#pragma once

#include <string>

#include "acgd/oracle/known_sets.hpp"

namespace acgd {

/// Numbers of a file with a single row or column. Throws InvalidInput for more.
Vector read_list(const SetContext& context, const std::string& file);

/// Reads a file of two columns, with or without headings. `names` names them in error messages.
Matrix read_two_columns(const SetContext& context, const std::string& file, const char* names);

/// Throws InvalidInput that names the first entry that is not finite.
void require_finite_entries(const char* argument, const Vector& entries);

}  // namespace acgd
