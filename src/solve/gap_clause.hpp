#pragma once

#include <optional>
#include <string>

#include "core/compose.hpp"

namespace acgd {

/// End of messages: ", gap 0.25", or empty if there is no duality gap.
inline std::string gap_clause(const std::optional<double>& gap) {
  return gap ? compose(", gap {:.6g}", *gap) : std::string();
}

}  // namespace acgd
