#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Backtracking with a remembered constant (Pedregosa, Negiar, Askari and Jaggi, 2020): try M,
/// M = growth M until the decrease is sufficient, begin the next iteration at shrink M.
/// The first trial is shrink * L_hat.
struct Backtracking {
  double growth = 2;                             ///< >= 1.001
  double shrink = 0.9;                           ///< 0 < shrink <= 1
  std::optional<double> initial_lipschitz = {};  ///< L_hat; found by a probe when absent

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
