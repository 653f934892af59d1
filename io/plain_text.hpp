#pragma once

#include <filesystem>

#include "acgd/core/vector.hpp"

namespace acgd::io {

/// Reads numbers between spaces and tabs, a row a line. What follows a # is passed over.
///
/// Throws FileError, or InvalidInput with line and column.
Matrix read_plain_text(const std::filesystem::path& file);

}  // namespace acgd::io
