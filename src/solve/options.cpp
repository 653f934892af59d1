#include "acgd/solve/options.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

Description Options::describe() {
  return {
      {"max_iterations", max_iterations, range::from_0,
       "exactly so many steps, if nothing else stops the run"},
      {"time_limit", time_limit, range::seconds, "at most so many seconds", "none"},
      {"max_evaluations", max_evaluations, range::from_0,
       "at most so many values tried by the step rule and gradients", "none"},
      {"gap_tolerance", gap_tolerance, range::non_negative, "stop when the gap is at most this"},
      {"relative_gap_tolerance", relative_gap_tolerance, range::non_negative,
       "stop when the gap is at most this times |f(x)|"},
      {"gradient_tolerance", gradient_tolerance, range::non_negative,
       "stop when the dual norm of the gradient is at most this"},
      {"optimal_value", optimal_value, range::finite, "the minimum of f, where it is known",
       "unknown"},
      {"value_tolerance", value_tolerance, range::non_negative,
       "stop when f(x) - optimal_value is at most this"},
      {"feasibility_tolerance", feasibility_tolerance, range::non_negative,
       "how far outside the set x0 may be, relative to its largest entry (at least 1)"},
      {"check_oracle", check_oracle, range::any,
       "ask the set about every answer of its oracle, not only about the first and the last x"},
      {"check_gradient", check_gradient, range::any,
       "compare f with its gradient at x0 along four lines, to 1 %",
       "functions of your own, coarsely"},
      {"threads", threads, range::from_1,
       "at most so many threads; any number of them gives the same bits",
       "as many as OpenMP offers"},
      {"trace", trace, range::any, "keep records of the iterations in the result"},
      {"trace_every", trace_every, range::from_1,
       "keep the records of iterations 0, trace_every, 2 trace_every, ... and of the last"},
      {"checkpoint.every", checkpoint.every, range::from_0,
       "save a checkpoint after so many iterations; 0: at none of them"},
      {"checkpoint.every_seconds", checkpoint.every_seconds, range::seconds_above_0,
       "save a checkpoint so many seconds after the last", "none"},
  };
}

void validate(const Options& options) {
  validate(Options(options).describe());
  if (!options.norm) throw InvalidInput("norm is null: must be a norm");
}

}  // namespace acgd
