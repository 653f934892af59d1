#pragma once

#include <optional>
#include <string>

#include "acgd/solve/options.hpp"
#include "acgd/solve/status.hpp"

namespace acgd {

/// Where a run is when it asks whether to stop.
struct Progress {
  Index iteration = 0;
  double seconds = 0;
  std::int64_t evaluations = 0;
  double value = 0;
  /// The certificate, with the oracle's error added; absent where the oracle was not asked.
  std::optional<double> gap = {};
  std::optional<double> first_gap = {};      ///< of the run, if there was one yet
  bool constrained = true;                   ///< else the gap is a norm of the gradient
  double fall = 1;                           ///< -<grad f(x), d>: how fast f falls along d
  std::optional<double> gradient_norm = {};  ///< given when Options::gradient_tolerance > 0
  bool moved = true;                         ///< whether the last step changed x
  std::optional<Index> stalled_since = {};   ///< the last iteration of use, if long ago
  bool observer_asked = false;
  bool interrupted = false;
};

struct Stop {
  Status status;
  std::string message;
};

/// The largest gap that would end the run here, a gap tolerance being all that is looked at.
double largest_final_gap(const Options& options, const Progress& progress);

/// Whether to stop here, and why. Pure: trouble first, then tolerances, then requests, then limits.
std::optional<Stop> check_stop(const Options& options, const Progress& progress);

}  // namespace acgd
