#include "acgd/core/error.hpp"

#include <cmath>
#include <system_error>

#include "core/compose.hpp"

namespace acgd {

void require_positive(const std::string& argument, double value) {
  if (!(value > 0 && std::isfinite(value))) {
    throw InvalidInput(compose("{} = {}: must be positive and finite", argument, value));
  }
}

void require_at_least(const std::string& argument, long long value, long long least) {
  if (value < least) {
    throw InvalidInput(compose("{} = {}: must be at least {}", argument, value, least));
  }
}

FileError::FileError(const std::filesystem::path& file, std::string_view trouble, int error)
    : std::runtime_error(
          compose("{}: {}: {}", file.string(), trouble, std::generic_category().message(error))) {}

FileError::FileError(const std::filesystem::path& file, std::string_view trouble)
    : std::runtime_error(compose("{}: {}", file.string(), trouble)) {}

}  // namespace acgd
