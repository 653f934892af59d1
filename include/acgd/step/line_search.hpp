#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Exact line search: the closed form where f is quadratic along the line; Newton's method on the
/// slope where f knows its curvature, for three or four passes over the samples; else, or where
/// that fails, a bracketed search for a zero of the slope. Never accepts an increase of f. Along a
/// line on which f approaches a bound that it does not attain the step is as long as the tolerance
/// asks; the run is unbounded where f falls until numbers end.
struct LineSearch {
  double tolerance = 1e-9;  ///< search until |slope| <= tolerance * gap
  int max_rounds = 100;     ///< slopes tried per iteration, >= 1

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
