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
  stopped_by_observer,  ///< the observer asked for it
  interrupted,          ///< the stop token asked for it
  checkpoint_failed,    ///< a checkpoint could not be saved; the message says why
  precision_limit,      ///< the gap has reached its rounding error
  stalled,              ///< no step makes progress, at a gap above its rounding error
  unbounded,            ///< f reached -inf, or fell below any bound along a direction
  oracle_failed,        ///< the LMO's vertex, or x with it, is outside the set, or not the best
  step_failed,          ///< the step rule returned an invalid length
  non_finite,           ///< f or its gradient is NaN or infinite
  out_of_memory,        ///< none was left to choose a direction with; x is where the run had come
};

std::string_view to_string(Status status);

/// Whether the problem is solved: a tolerance was met, the gap has reached its rounding error, or
/// continuous greedy has taken all its steps.
bool is_converged(Status status);

/// Whether x is a point to work with: converged, or stopped by a limit, a request, a stall, a
/// checkpoint that could not be saved or memory that ran out.
bool is_usable(Status status);

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
  double directional_derivative = -1;        ///< <grad f(x), d>
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
