#pragma once

#include <limits>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Relative to the size of a set: a sum or a norm is not known better than the first, so x is left
/// alone; rounding does not carry x farther out than the second between two corrections.
constexpr double kRecenterFrom = 16 * std::numeric_limits<double>::epsilon();
constexpr double kRecenterUpTo = 1e-12;

/// Negative entries that rounding may have made become 0. Whether there was one.
inline bool raise_to_zero(VectorRef x) {
  bool raised = false;
  for (double& weight : x) {
    if (weight < 0) {
      weight = 0;
      raised = true;
    }
  }
  return raised;
}

}  // namespace acgd
