#pragma once

#include "acgd/step/lipschitz_estimate.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Backtracking with a remembered constant (Pedregosa, Negiar, Askari and Jaggi, 2020): try M,
/// M = growth M until the decrease is sufficient, begin the next iteration at shrink M.
/// The first trial is shrink * L_hat.
struct Backtracking {
  static constexpr std::string_view name = "backtracking";
  static constexpr std::string_view sentence =
      "remembers the last constant, tries a little less, and raises it until f falls enough";

  double growth = 2;
  double shrink = 0.9;
  std::optional<double> initial_lipschitz = {};
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe() {
    Description all = {
        {"growth", growth, range::growth, "growth of the constant at each backtrack"},
        {"shrink", shrink, range::up_to_1,
         "the first trial is this times the constant of the step before"},
        {"initial_lipschitz", initial_lipschitz, range::non_negative,
         "the constant before the first step", "found by a probe"}};
    for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
    return all;
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
