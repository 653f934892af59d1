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

/// What one run did.
struct Run {
  Index iterations = 0;
  double seconds = 0;  ///< of everything from the data to the result, set-up included
  double value = 0;    ///< f at the end
};

struct Settings {
  bool quick = false;  ///< smaller or fewer of everything, to see that it works
  Rule rule = Rule::adaptive_adjustable;

  template <class T>
  T pick(T full, T small) const {
    return quick ? small : full;
  }
};

/// A problem with its data in memory, ready to be run both ways.
struct Case {
  std::string data = {};  ///< where the data is from
  double bytes = 0;       ///< read by one pass over the data
  Index iterations = 0;   ///< of acgd, unless the problem stops by itself before
  std::function<Run(Index iterations)> acgd = {};

  std::function<Run(Index iterations)> plain = {};  ///< empty where plain is out of reach
  Index plain_iterations = 0;  ///< 0: as many as acgd. Fewer: acgd repeats these, to compare values
  int plain_repetitions = 3;
  /// The acgd run whose value must be plain's; empty: `acgd`. A set whose oracle is inexact answers
  /// exactly here.
  std::function<Run(Index iterations)> same = {};

  /// Both are compared after so many iterations, where rounding sends longer runs different ways;
  /// 0: at plain's last.
  Index compared_iterations = 0;

  std::string note = {};
  /// More to note once it is known what an iteration of acgd and one pass take, in seconds.
  std::function<std::string(double iteration, double pass)> remark = {};
};

struct Workload {
  const char* name;
  Case (*prepare)(const Settings& settings);
};

/// All of them, in the order of the table.
const std::vector<Workload>& workloads();

}  // namespace bench
