#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Row k: value and gap at x_k, and the step, final L and backtracks used to leave x_k.
/// The last row of a run has no step: its step is NaN. Rules without an L leave it NaN, and so is
/// the gap where the oracle was not asked.
struct Record {
  Index iteration = 0;
  double seconds = 0;
  double value = 0;
  double gap = 0;
  double step = std::numeric_limits<double>::quiet_NaN();
  double lipschitz = std::numeric_limits<double>::quiet_NaN();
  int backtracks = 0;
  /// The largest value - gap so far, if f is known to be convex; else NaN.
  double lower_bound = std::numeric_limits<double>::quiet_NaN();
  /// Linear minimisations so far, the one at x_k included. No column of the CSV.
  std::int64_t oracle_calls = 0;
};

using Trace = std::vector<Record>;

/// Whether a trace that keeps every so many iterations keeps this one: 0, every, 2 every, ... and
/// the last.
inline bool is_kept(const Record& record, Index every) {
  return record.iteration % every == 0 || std::isnan(record.step);
}

/// Sees every record once it is complete. True asks the run to stop at the point reached by then.
using Observer = std::function<bool(const Record&)>;

}  // namespace acgd
