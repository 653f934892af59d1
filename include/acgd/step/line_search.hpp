#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Exact line search: the closed form where f is quadratic along the line; Newton's method on the
/// slope where f knows its curvature, for three or four passes over the samples; else, or where
/// that fails, a bracketed search for a zero of the slope. Never accepts an increase of f. Along a
/// line on which f approaches a bound that it does not attain the step is as long as the tolerance
/// asks; the run is unbounded where f falls until numbers end.
struct LineSearch {
  static constexpr std::string_view name = "line-search";
  static constexpr std::string_view sentence = "the exact minimum along the line";

  double tolerance = 1e-9;
  int max_rounds = 100;

  Description describe() {
    return {{"tolerance", tolerance, range::positive, "search until |slope| <= tolerance * gap"},
            {"max_rounds", max_rounds, range::from_1, "slopes tried at each iteration"}};
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
