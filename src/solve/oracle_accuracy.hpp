#pragma once

#include <algorithm>
#include <cmath>

#include "acgd/solve/stop_rule.hpp"

namespace acgd {

/// The duality gap at which a run at this point would end.
inline double final_gap(const Options& options, const Progress& here) {
  return options.gap_tolerance ? *options.gap_tolerance : largest_final_gap(options, here);
}

/// Accuracy required of the LMO, given the last gap (NaN at the first iteration). The LMO's error
/// is added to the gap: it may be 1/20 of the gap where the run can end, and 1/5 far from there.
inline double oracle_accuracy(const Options& options, const Progress& here, double last_gap) {
  const double last = final_gap(options, here);
  const double above = std::isfinite(last_gap) ? last_gap - last : 0.0;
  return std::max(0.05 * last, 0.2 * above);
}

}  // namespace acgd
