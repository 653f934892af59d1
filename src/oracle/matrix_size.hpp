#pragma once

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// rows * cols; throws InvalidInput unless both are at least 1.
inline Index matrix_size(Index rows, Index cols) {
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  return rows * cols;
}

}  // namespace acgd
