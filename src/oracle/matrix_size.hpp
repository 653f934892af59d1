#pragma once

#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"
#include "core/compose.hpp"

namespace acgd {

/// rows * cols; throws InvalidInput unless both are at least 1, and it is an Index.
inline Index matrix_size(Index rows, Index cols) {
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  if (rows > std::numeric_limits<Index>::max() / cols)
    throw InvalidInput(compose("matrix of {} x {}: must have fewer than 2^63 entries", rows, cols));
  return rows * cols;
}

}  // namespace acgd
