#pragma once

#include <functional>
#include <string>
#include <vector>

#include "acgd/solve/result.hpp"
#include "workload.hpp"

namespace bench {

/// What a run is to be done with; 0: it does not matter.
struct Goal {
  Index iterations = 0;     ///< at most
  std::int64_t calls = 0;   ///< of the oracle, at most
  std::int64_t passes = 0;  ///< over the data, at most
  double seconds = 0;       ///< at most
  /// So many times the iterations, or the seconds, of the first run of the setup: at least.
  double iterations_of_first = 0;
  double seconds_of_first = 0;
};

/// One way to solve a problem.
struct ComparedRule {
  std::string name;  ///< of the direction, and of whatever else tells it from the others
  /// From data in memory to a result. Whoever takes longer than the limit is stopped.
  std::function<acgd::Result(double time_limit)> run;
  Goal goal = {};
  /// So many times the seconds of the first are enough to see how it compares.
  double patience = 1e9;
};

/// A problem with its data in memory, and directions to solve it by. The first one is what the
/// others are measured by.
struct ComparisonSetup {
  std::string data = {};  ///< where the data is from
  std::string aim = {};   ///< when a run has solved it
  std::vector<ComparedRule> compared_rules = {};
};

struct ComparisonEntry {
  const char* name;
  ComparisonSetup (*prepare)(const Settings& settings);
  bool takes_minutes = false;  ///< held only when it is named
};

/// All of them, in the order of the table.
const std::vector<ComparisonEntry>& comparisons();

}  // namespace bench
