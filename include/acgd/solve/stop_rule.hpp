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
  /// The duality gap, with the LMO's error added; absent where the LMO was not called.
  std::optional<double> gap = {};
  std::optional<double> largest_gap = {};    ///< of the run so far, if there was one yet
  bool constrained = true;                   ///< else the gap is a norm of the gradient
  std::optional<double> natural_scale = {};  ///< Objective::natural_scale()
  /// How much the curvature of f at x0 changes f over the set, d'Hd / 2 along the first direction.
  /// Over R^n: how much it changes the gap over the distance `size`, size d'Hd / ||d||.
  double variation = 0;
  /// Over R^n: the longest of the last ten steps, and ||x||, or a millionth of the largest ||x_k||
  /// where that is more.
  double recent_step = 0;
  double size = 1;
  /// Rounding error of the gap, the LMO's own included; given where the run may have come to it.
  double gap_noise = 0;
  bool single_precision = false;             ///< f is computed so: then gap_noise is given
  double fall = 1;                           ///< -<grad f(x), d>: how fast f falls along d
  std::optional<double> gradient_norm = {};  ///< given when Options::gradient_tolerance > 0
  bool moved = true;                         ///< whether the last step changed x
  std::optional<Index> stalled_since = {};   ///< the last iteration of use, if long ago
  bool observer_asked = false;
  bool interrupted = false;
  bool takes_all_steps = false;  ///< no tolerance ends the run: continuous greedy
};

struct Stop {
  Status status;
  std::string message;
};

/// Whether no tolerance on the gap is given, so that its scale is to be found.
bool uses_default_gap(const Options& options);

/// The largest gap that would end the run here, a gap tolerance being all that is looked at.
double largest_final_gap(const Options& options, const Progress& progress);

/// A run that cannot go on: precision_limit where its gap is at most a few rounding errors, else
/// stalled.
Stop end_of_progress(const std::optional<double>& gap, double gap_noise, std::string message);

/// Whether to stop here, and why. Pure: trouble first, then tolerances, then requests, then limits.
std::optional<Stop> check_stop(const Options& options, const Progress& progress);

}  // namespace acgd
