#pragma once

#include <string>

#include "acgd/oracle/known_sets.hpp"

namespace acgd {

/// The numbers of a file with a single row or column. Throws InvalidInput if it has more.
Vector read_list(const SetContext& context, const std::string& file);

/// A file of two columns, called so in the sentence that refuses any other. With headings or
/// without.
Matrix read_two_columns(const SetContext& context, const std::string& file, const char* names);

/// Throws InvalidInput that names the first entry which is not finite.
void require_finite_entries(const char* argument, const Vector& entries);

}  // namespace acgd
