#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// t = 1/N. In unconstrained mode from x0 = 0, N such steps give the average of N atoms, as
/// continuous greedy does.
struct ContinuousGreedy {
  static constexpr std::string_view name = "continuous-greedy";
  static constexpr std::string_view sentence = "1 / N at each of N iterations";

  std::optional<Index> steps = {};

  Description describe() {
    return {{"steps", steps, range::from_1, "N: so many steps add up to 1",
             "the iteration limit of the run"}};
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
