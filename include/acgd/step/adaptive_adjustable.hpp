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
  double gamma = 0.25;                           ///< optimism to begin with, 0 < gamma <= 1
  double beta = 2;                               ///< growth of L at each backtrack, >= 1.001
  std::optional<double> delta = {};              ///< as of AdaptiveConstant
  std::optional<double> initial_lipschitz = {};  ///< estimate at x_0; found by a probe when absent
  int period = 10;                               ///< r >= 1
  Counting counting = Counting::paper;

  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
