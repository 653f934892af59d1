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

/// A few secant steps on the slope, starting from the previous length: no bracket, so fewer slopes
/// than an exact search. A length at which f increases is halved until it does not; where f falls
/// until numbers end, the run is unbounded.
struct Secant {
  static constexpr std::string_view name = "secant";
  static constexpr std::string_view sentence =
      "nearly the minimum along the line, by a few secant steps";

  double tolerance = 1e-4;
  int max_rounds = 20;

  Description describe() {
    return {{"tolerance", tolerance, range::positive, "stop at |slope| <= tolerance * gap"},
            {"max_rounds", max_rounds, range::from_1, "secant steps at each iteration"}};
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
