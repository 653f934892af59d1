#pragma once

#include <string_view>

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
  oracle_failed,        ///< the oracle's answer, or x with it, is outside the set, or not the best
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

}  // namespace acgd
