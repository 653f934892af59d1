#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "acgd/solve/options.hpp"

namespace acgd {

/// Why a run stopped.
enum class Status {
  gap_reached,          ///< the gap is within its absolute or relative tolerance
  value_reached,        ///< f - optimal_value is within its tolerance
  gradient_reached,     ///< the dual norm of the gradient is within its tolerance
  steps_taken,          ///< all N steps of continuous greedy were taken
  iteration_limit,      ///< max_iterations steps were taken
  time_limit,           ///< time_limit seconds have passed
  evaluation_limit,     ///< max_evaluations values and gradients were computed
  stopped_by_observer,  ///< requested by the observer
  interrupted,          ///< requested by the stop token
  checkpoint_failed,    ///< a checkpoint could not be saved; the message has the reason
  precision_limit,      ///< the gap has reached its rounding error
  stalled,              ///< no step makes progress, at a gap above its rounding error
  unbounded,            ///< f is -inf, or decreases below any bound along a direction
  oracle_failed,        ///< a vertex of the LMO, or x, is outside the set, or not optimal
  step_failed,          ///< the step rule returned an invalid length
  non_finite,           ///< f or its gradient is NaN or infinite
  out_of_memory,        ///< no memory to choose a direction; x is the last iterate
};

std::string_view to_string(Status status);

/// Whether the problem is solved: a tolerance was met, the gap has reached its rounding error, or
/// continuous greedy has taken all its steps.
bool is_converged(Status status);

/// Whether x is usable: converged, or stopped by a limit, a request, a stall, a failed checkpoint
/// or lack of memory.
bool is_usable(Status status);

/// State of a run, as input of the stopping tests.
struct Progress {
  Index iteration = 0;
  double seconds = 0;
  std::int64_t evaluations = 0;
  double value = 0;
  /// The duality gap, with the LMO's error added; absent where the LMO was not called.
  std::optional<double> gap = {};
  std::optional<double> largest_gap = {};    ///< of the run so far, if there was one
  bool constrained = true;                   ///< else the gap is a norm of the gradient
  std::optional<double> natural_scale = {};  ///< Objective::natural_scale()
  /// Change of f over the set due to its curvature at x0, d'Hd / 2 along the first direction. Over
  /// R^n: change of the gap over the distance `size`, size d'Hd / ||d||.
  double variation = 0;
  /// Over R^n, and over wide sets: the longest of the last ten steps. `size` is ||x||, but at least
  /// 1e-6 of the largest ||x_k||.
  double recent_step = 0;
  double size = 1;
  /// Rounding error of the gap, including the LMO's; set where the run may be at its precision
  /// limit.
  double gap_noise = 0;
  bool single_precision = false;       ///< f is computed in single precision; gap_noise is set
  double directional_derivative = -1;  ///< <grad f(x), d>
  std::optional<double> gradient_norm = {};  ///< given when Options::gradient_tolerance > 0
  bool moved = true;                         ///< whether the last step changed x
  std::optional<Index> stalled_since = {};   ///< the last iteration with progress, if stalled
  bool observer_asked = false;
  bool interrupted = false;
  bool takes_all_steps = false;  ///< no tolerance ends the run: continuous greedy
};

struct Stop {
  Status status;
  std::string message;
};

/// Whether no gap tolerance is given, so that the default test applies.
bool uses_default_gap(const Options& options);

/// The largest gap that would end the run here by a gap tolerance.
double largest_final_gap(const Options& options, const Progress& progress);

/// Stop of a run that makes no progress: precision_limit if the gap is at most 8 times its rounding
/// error, else stalled.
Stop end_of_progress(const std::optional<double>& gap, double gap_noise, std::string message);

/// Whether to stop here, and why. Pure function. Order: failures, tolerances, precision, requests,
/// limits.
std::optional<Stop> check_stop(const Options& options, const Progress& progress);

}  // namespace acgd
