#pragma once

#include <filesystem>

namespace acgd::io {

/// Throws InvalidInput if the name ends as those of a format do that others keep matrices in and
/// that is not read here (.npz, .mat, .parquet, ...): with what to save it as instead.
void refuse_foreign_format(const std::filesystem::path& file);

}  // namespace acgd::io
