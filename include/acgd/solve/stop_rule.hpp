#pragma once

#include <optional>
#include <string>

#include "acgd/core/options.hpp"
#include "acgd/core/status.hpp"

namespace acgd {

/// Where a run is when it asks whether to stop.
struct Progress {
  Index iteration = 0;
  double seconds = 0;
  std::int64_t evaluations = 0;
  double value = 0;
  double gap = 0;                            ///< certificate: with the oracle's error added
  std::optional<double> gradient_norm = {};  ///< given when Options::gradient_tolerance > 0
  bool moved = true;                         ///< whether the last step changed x
  bool downhill = true;                      ///< whether f falls along the direction
  std::optional<Index> stalled_since =
      {};  ///< the last iteration that brought anything, if long ago
  bool observer_asked = false;
  bool interrupted = false;
};

struct Stop {
  Status status;
  std::string message;
};

/// Whether to stop here, and why. Pure: trouble first, then tolerances, then requests, then limits.
std::optional<Stop> check_stop(const Options& options, const Progress& progress);

}  // namespace acgd
