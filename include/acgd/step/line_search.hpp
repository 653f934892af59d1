#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Exact line search: the closed form where f is quadratic along the line; Newton's method on the
/// slope where f has second derivatives, three or four passes over the samples; otherwise, or where
/// that fails, a bracketed search for a zero of the slope. Never accepts an increase of f. Where f
/// approaches an infimum that it does not attain, the tolerance determines the step length. The run
/// is unbounded where f decreases as far as doubles reach.
struct LineSearch {
  static constexpr std::string_view name = "line-search";
  static constexpr std::string_view sentence = "the exact minimum along the line";

  double tolerance = 1e-9;
  int max_rounds = 100;

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

/// A few secant steps on the slope, starting from the previous length. Uses no bracket, so needs
/// fewer slopes than an exact search. Halves a length at which f increases until it does not. The
/// run is unbounded where f decreases as far as doubles reach.
struct Secant {
  static constexpr std::string_view name = "secant";
  static constexpr std::string_view sentence =
      "nearly the minimum along the line, by a few secant steps";

  double tolerance = 1e-4;
  int max_rounds = 20;

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
