#pragma once

#include <functional>
#include <string>
#include <vector>

#include "acgd/solve/result.hpp"
#include "workload.hpp"

namespace bench {

/// Limits that a run must meet; 0: no limit.
struct Goal {
  Index iterations = 0;     ///< maximum
  std::int64_t calls = 0;   ///< maximum number of oracle calls
  std::int64_t passes = 0;  ///< maximum number of passes over the data
  double seconds = 0;       ///< maximum
  /// Minimum ratios to the iterations and the seconds of the first run of the setup.
  double iterations_of_first = 0;
  double seconds_of_first = 0;
};

/// A rule to solve a problem with.
struct ComparedRule {
  std::string name;  ///< the direction, and other distinguishing settings
  /// Runs from data in memory to a result, with a time limit in seconds.
  std::function<acgd::Result(double time_limit)> run;
  Goal goal = {};
  /// Time limit as a multiple of the seconds of the first rule.
  double patience = 1e9;
};

/// A problem with its data in memory, and rules to solve it with. The first rule is the reference.
struct ComparisonSetup {
  std::string data = {};  ///< source of the data
  std::string aim = {};   ///< the stopping criterion
  std::vector<ComparedRule> compared_rules = {};
};

struct ComparisonEntry {
  const char* name;
  ComparisonSetup (*prepare)(const Settings& settings);
  bool takes_minutes = false;  ///< run only when named in full
};

/// All comparisons in the order of the table.
const std::vector<ComparisonEntry>& comparisons();

// The setups, a source file per family.

ComparisonSetup a1a_corrective(const Settings& settings);
ComparisonSetup a1a_pairwise(const Settings& settings);
ComparisonSetup a1a_away(const Settings& settings);
ComparisonSetup a1a_sigmoid(const Settings& settings);

ComparisonSetup noisy_lasso_16(const Settings& settings);
ComparisonSetup noisy_lasso_170(const Settings& settings);
ComparisonSetup noisy_lasso_360(const Settings& settings);
ComparisonSetup interpolation(const Settings& settings);
ComparisonSetup exact_lasso(const Settings& settings);

ComparisonSetup video_flows(const Settings& settings);
ComparisonSetup nearest_point(const Settings& settings);
ComparisonSetup sparse_portfolio(const Settings& settings);
ComparisonSetup grid_flow(const Settings& settings);

ComparisonSetup large_logistic(const Settings& settings);

ComparisonSetup town_traffic(const Settings& settings);

}  // namespace bench
