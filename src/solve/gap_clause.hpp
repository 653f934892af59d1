#pragma once

#include <optional>
#include <string>

#include "core/compose.hpp"

namespace acgd {

/// How messages end: ", gap 0.25", or with nothing where there is no duality_gap.
inline std::string gap_clause(const std::optional<double>& gap) {
  return gap ? compose(", gap {:.6g}", *gap) : std::string();
}

}  // namespace acgd
