#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

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
