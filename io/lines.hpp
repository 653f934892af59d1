#pragma once

#include <filesystem>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// Reads the numbers of each line, between commas, semicolons, spaces or tabs: one line may have
/// more of them than another. What follows a # is passed over.
///
/// Throws FileError, or InvalidInput with line and column.
std::vector<Vector> read_lines(const std::filesystem::path& file);

}  // namespace acgd::io
