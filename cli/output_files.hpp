#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "acgd/core/result.hpp"

namespace acgd::cli {

using OutputPath = std::optional<std::filesystem::path>;

/// Throws InvalidInput unless a file could be put there: found out before hours of work, not after.
void check_output(const std::string& argument, const OutputPath& path);

/// As above, for a folder, which is made if there is none.
void check_output_folder(const std::string& argument, const OutputPath& path);

/// x.npy, or for a low-rank matrix left right' its factors in x.left.npy and x.right.npy. Returns
/// the names of what it wrote.
std::string write_solution(const std::filesystem::path& path, const Result& result);

}  // namespace acgd::cli
