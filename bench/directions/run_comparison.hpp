#pragma once

#include "directions/comparison.hpp"

namespace bench {

/// Results of one rule on a problem.
struct Performance {
  std::string name = {};
  std::string status = {};
  bool stopped = false;  ///< before it reached the goal: its ratios are lower bounds
  Index iterations = 0;
  std::int64_t calls = 0;
  std::int64_t passes = 0;
  Index atoms = 0;  ///< size of the active set at the end
  double value = 0;
  double gap = 0;
  double seconds = 0;              ///< minimum, from data in memory to the result
  double iterations_of_first = 1;  ///< iterations relative to the first rule
  double seconds_of_first = 1;     ///< seconds relative to the first rule
  Goal goal = {};

  double relative_gap() const;
  /// Whether all limits of the goal were met.
  bool reaches_goal() const;
};

struct ComparisonOutcome {
  std::string name = {};
  std::string data = {};
  std::string aim = {};
  std::vector<Performance> performances = {};
};

ComparisonOutcome run_comparison(const ComparisonEntry& entry, const Settings& settings);

}  // namespace bench
