#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "acgd/atom/atom.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/iterate/point.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "acgd/trace/trace.hpp"

namespace acgd {

struct Counts {
  Index iterations = 0;           ///< steps taken
  std::int64_t gradients = 0;     ///< gradients computed, probes and slopes included
  std::int64_t oracle_calls = 0;  ///< LMO calls
  std::int64_t trials = 0;        ///< values of f evaluated by the step rule

  /// Sum over successive runs.
  Counts& operator+=(const Counts& other) {
    iterations += other.iterations;
    gradients += other.gradients;
    oracle_calls += other.oracle_calls;
    trials += other.trials;
    return *this;
  }
};

/// Time per stage, in seconds.
struct Seconds {
  double gradient = 0;
  double oracle = 0;
  double step = 0;    ///< direction (without the LMO), line and step length
  double update = 0;  ///< update of x
  double total = 0;   ///< including bookkeeping and observer
};

/// Result of a run. x, value and gap are those of the same point:
///
///   is_usable(status)   the point the run ended at
///   otherwise           the best point seen (lowest finite value)
///
/// The gap is NaN if the LMO was not called at that point.
struct Result {
  Vector x = {};         ///< empty if the objective stores its variable as a low-rank matrix
  LowRank factors = {};  ///< that matrix, else empty
  double value = std::numeric_limits<double>::quiet_NaN();
  double penalty = 0;  ///< part of the value, in problems with a penalty
  double gap = std::numeric_limits<double>::quiet_NaN();

  /// The active set at x, if the direction rule maintains one. With a penalty the atoms are points
  /// of the set, and the weights sum to the gauge of x.
  WeightedAtoms atoms = {};
  /// The largest f(x_k) - gap_k seen, a lower bound of the minimum; NaN if f is not known to be
  /// convex.
  double lower_bound = std::numeric_limits<double>::quiet_NaN();

  double best_value = std::numeric_limits<double>::infinity();  ///< lowest f(x_k) seen
  double best_gap = std::numeric_limits<double>::infinity();    ///< smallest gap seen

  std::string direction = {};  ///< name of the direction rule; for auto, of the rule it selected
  Status status = Status::iteration_limit;
  std::string message = {};  ///< reason for stopping, with the numbers

  Counts counts = {};
  Seconds seconds = {};
  Trace trace = {};  ///< empty unless Options::trace
};

}  // namespace acgd
