#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "data.hpp"

/// Readers of the real data in $ACGD_DATA or the default folder; empty if it is absent.
namespace bench {

std::optional<std::filesystem::path> data_file(const std::string& name);

/// A version 1 .npy file of little-endian doubles, one- or two-dimensional.
Matrix read_npy(const std::filesystem::path& file);

/// The rows of a file of comma-separated numbers.
std::vector<std::vector<double>> read_csv(const std::filesystem::path& file, bool has_header);

}  // namespace bench
