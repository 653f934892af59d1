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
  std::int64_t oracle_calls = 0;  ///< linear minimisations
  std::int64_t trials = 0;        ///< values asked for by the step rule

  /// Those of one run after the other.
  Counts& operator+=(const Counts& other) {
    iterations += other.iterations;
    gradients += other.gradients;
    oracle_calls += other.oracle_calls;
    trials += other.trials;
    return *this;
  }
};

/// Where the time went, in seconds.
struct Seconds {
  double gradient = 0;
  double oracle = 0;
  double step = 0;    ///< choosing a direction, the oracle apart, looking along it, and a length
  double update = 0;  ///< moving x
  double total = 0;   ///< all of it, bookkeeping and observer included
};

/// What a run gives back. x, value and gap belong together:
///
///   is_usable(status)   the point the run ended at
///   otherwise           the best point seen (lowest finite value)
///
/// The gap is NaN where there is none: the LMO was not called at that point.
struct Result {
  Vector x = {};         ///< empty when the objective keeps its variable as a low-rank matrix
  LowRank factors = {};  ///< that matrix, else empty
  double value = std::numeric_limits<double>::quiet_NaN();
  double gap = std::numeric_limits<double>::quiet_NaN();

  /// What x is made of, if the direction rule remembers: a sparse duality_gap.
  WeightedAtoms atoms = {};
  /// The largest f(x_k) - gap_k seen, which the minimum is not below; NaN where f is not known to
  /// be convex.
  double lower_bound = std::numeric_limits<double>::quiet_NaN();

  double best_value = std::numeric_limits<double>::infinity();  ///< lowest f(x_k) seen
  double best_gap = std::numeric_limits<double>::infinity();    ///< smallest gap seen

  std::string direction = {};  ///< the rule that chose where to go: what auto has chosen
  Status status = Status::iteration_limit;
  std::string message = {};  ///< why it stopped, with the numbers

  Counts counts = {};
  Seconds seconds = {};
  Trace trace = {};  ///< empty unless Options::trace
};

}  // namespace acgd
