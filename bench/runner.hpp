#pragma once

#include <optional>
#include <string>

#include "workload.hpp"

namespace bench {

/// Measurements of one workload.
struct Outcome {
  std::string name;
  std::string data;
  std::string note;
  double bytes = 0;            ///< of one pass over the data
  double pass_seconds = 0;     ///< of one pass at the measured bandwidth
  double peak_memory = 0;      ///< of the process during acgd's run, including data
  Index iterations = 0;        ///< of acgd
  double seconds = 0;          ///< of acgd (median)
  double value = 0;            ///< final f of acgd
  int repetitions = 0;         ///< of acgd
  Index plain_iterations = 0;  ///< 0: plain was not run
  double plain_seconds = 0;    ///< the median
  int plain_repetitions = 0;
  double compared_value = 0;  ///< f of acgd after plain_iterations
  double plain_value = 0;     ///< final f of plain

  double per_iteration() const { return seconds / static_cast<double>(iterations); }
  double plain_per_iteration() const {
    return plain_seconds / static_cast<double>(plain_iterations);
  }
  /// Time per iteration of plain over that of acgd.
  double ratio() const { return plain_per_iteration() / per_iteration(); }
  /// |f - f_plain| relative to f_plain, after the same number of iterations.
  double disagreement() const;
  bool agrees() const { return plain_iterations == 0 || disagreement() <= 1e-8; }
};

Outcome measure(const Workload& workload, const Settings& settings);

}  // namespace bench
