#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Exact line search: the closed form where f is quadratic along the line, else a bracketed search
/// for a zero of the slope that never accepts an increase of f.
struct LineSearch {
  double tolerance = 1e-9;  ///< search until |slope| <= tolerance * gap
  int max_rounds = 100;     ///< slopes tried per iteration, >= 1

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
