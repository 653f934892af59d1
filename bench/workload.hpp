#pragma once

#include <functional>
#include <string>
#include <vector>

#include "acgd/core/vector.hpp"
#include "plain.hpp"

namespace bench {

using acgd::Index;
using acgd::Matrix;
using acgd::Vector;

/// Result of one run.
struct Run {
  Index iterations = 0;
  double seconds = 0;  ///< from the data to the result, including set-up
  double value = 0;    ///< f at the end
};

struct Settings {
  bool quick = false;  ///< smaller problems as a smoke test
  Rule rule = Rule::adaptive_adjustable;

  template <class T>
  T pick(T full, T small) const {
    return quick ? small : full;
  }
};

/// A problem with its data in memory, for acgd and the plain implementation.
struct Case {
  std::string data = {};  ///< source of the data
  double bytes = 0;       ///< read by one pass over the data
  Index iterations = 0;   ///< of acgd, unless a tolerance stops it earlier
  std::function<Run(Index iterations)> acgd = {};

  std::function<Run(Index iterations)> plain = {};  ///< empty if plain is infeasible
  Index plain_iterations = 0;  ///< 0: as acgd. If fewer, acgd is rerun with these to compare values
  int plain_repetitions = 3;
  /// The acgd run whose value must equal plain's; empty: `acgd`. Inexact oracles are exact here.
  std::function<Run(Index iterations)> same = {};

  /// Number of iterations after which both values are compared, for runs that diverge by rounding;
  /// 0: plain_iterations.
  Index compared_iterations = 0;

  std::string note = {};
  /// A remark that depends on the seconds of an iteration of acgd and of one pass.
  std::function<std::string(double iteration, double pass)> remark = {};
};

struct Workload {
  const char* name;
  Case (*prepare)(const Settings& settings);
};

/// All workloads in the order of the table.
const std::vector<Workload>& workloads();

}  // namespace bench
