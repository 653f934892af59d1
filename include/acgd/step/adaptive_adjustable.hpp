#pragma once

#include "acgd/step/adaptive_constant.hpp"

namespace acgd {

/// How adaptive-adjustable counts the backtracks of a period.
enum class Counting {
  /// Each backtrack once; periods are iterations 0..r-1, r..2r-1, ...
  paper,
  /// As the code behind the published tables: each backtrack twice, except those of a period's last
  /// iteration, once; constrained runs leave iteration 0 out, so periods end at r, 2r, ...
  published,
};

/// The adaptive step with an optimism that adjusts itself: after every `period` iterations
/// gamma = 0.9 gamma if there was no backtrack, min(1, 1.1 gamma) if there were more than `period`.
struct AdaptiveAdjustable {
  static constexpr std::string_view name = "adaptive-adjustable";
  static constexpr std::string_view sentence =
      "the same with an optimism that adjusts itself to how often it backtracks; the default";

  double gamma = AdaptiveConstant{}.gamma;  ///< to begin with
  double beta = AdaptiveConstant{}.beta;
  std::optional<double> delta = {};  ///< as of AdaptiveConstant
  std::optional<double> initial_lipschitz = {};
  int period = 10;
  Counting counting = Counting::paper;
  double epsilon = kProbeLength;
  std::optional<double> t_max = {};

  Description describe() {
    Description all = AdaptiveConstant::describe_adaptive(*this);
    all.push_back({"period", period, range::from_1, "the iterations between two adjustments"});
    all.push_back({"counting", Word(counting, {"paper", "published"}),
                   "how backtracks are counted: as the paper says, or as its code does"});
    for (const Parameter& parameter : describe_search(*this)) all.push_back(parameter);
    return all;
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
