#pragma once

#include <algorithm>
#include <cmath>

#include "acgd/solve/stop_rule.hpp"

namespace acgd {

/// What the oracle may be wrong by here, after a point with this gap, or NaN at the first one. Its
/// error is added to the gap, so a duality gap is never better than the oracle: where a run may end
/// it is a twentieth of the gap, far from there a fifth.
inline double oracle_accuracy(const Options& options, const Progress& here, double last_gap) {
  const double final_gap =
      options.gap_tolerance ? *options.gap_tolerance : largest_final_gap(options, here);
  const double above = std::isfinite(last_gap) ? last_gap - final_gap : 0.0;
  return std::max(0.05 * final_gap, 0.2 * above);
}

}  // namespace acgd
