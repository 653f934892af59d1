#pragma once

#include "directions/contest.hpp"

namespace bench {

/// How one way to solve a problem went.
struct Performance {
  std::string name = {};
  std::string status = {};
  bool stopped = false;  ///< before it had solved it: its ratios are at least what they are
  Index iterations = 0;
  std::int64_t calls = 0;
  std::int64_t passes = 0;
  Index atoms = 0;  ///< that x is made of at the end
  double value = 0;
  double gap = 0;
  double seconds = 0;              ///< from data in memory to the result, the shortest
  double iterations_of_first = 1;  ///< times
  double seconds_of_first = 1;     ///< times
  Goal goal = {};

  double relative_gap() const;
  /// Whether every part of the goal was reached.
  bool reaches_goal() const;
};

struct ComparisonOutcome {
  std::string name = {};
  std::string data = {};
  std::string aim = {};
  std::vector<Performance> performances = {};
};

ComparisonOutcome hold(const ComparisonEntry& entry, const Settings& settings);

}  // namespace bench
