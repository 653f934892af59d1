#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace acgd_test {

/// A file of the real data and recorded runs, in $ACGD_DATA or beside the project; empty if it is
/// absent, and tests that need it are skipped.
inline std::optional<std::filesystem::path> data_file(const std::string& name) {
  const char* given = std::getenv("ACGD_DATA");
  const std::filesystem::path folder = given != nullptr ? given : ACGD_DEFAULT_DATA;
  const std::filesystem::path file = folder / name;
  if (!std::filesystem::exists(file)) return std::nullopt;
  return file;
}

}  // namespace acgd_test
