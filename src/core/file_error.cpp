#include "acgd/core/file_error.hpp"

#include <system_error>

#include "core/compose.hpp"

namespace acgd {

FileError::FileError(const std::filesystem::path& file, std::string_view trouble, int error)
    : std::runtime_error(
          compose("{}: {}: {}", file.string(), trouble, std::generic_category().message(error))) {}

FileError::FileError(const std::filesystem::path& file, std::string_view trouble)
    : std::runtime_error(compose("{}: {}", file.string(), trouble)) {}

}  // namespace acgd
