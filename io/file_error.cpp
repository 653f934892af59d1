#include "io/file_error.hpp"

#include <fmt/format.h>

#include <system_error>

namespace acgd::io {

FileError::FileError(const std::filesystem::path& file, std::string_view trouble, int error)
    : std::runtime_error(fmt::format("{}: {}: {}", file.string(), trouble,
                                     std::generic_category().message(error))) {}

FileError::FileError(const std::filesystem::path& file, std::string_view trouble)
    : std::runtime_error(fmt::format("{}: {}", file.string(), trouble)) {}

}  // namespace acgd::io
