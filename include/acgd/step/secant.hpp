#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// A few secant steps on the slope, starting from the previous length: no bracket, so fewer slopes
/// than an exact search. A length at which f increases is halved until it does not; where f falls
/// until numbers end, the run is unbounded.
struct Secant {
  double tolerance = 1e-4;  ///< stop at |slope| <= tolerance * gap
  int max_rounds = 20;      ///< slopes tried per iteration, >= 1

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
