#pragma once

#include <functional>

#include "acgd/step/step_rule.hpp"

namespace acgd {

/// A rule that depends on the iteration number only: t = min(length(k), max_step).
std::unique_ptr<StepRule> schedule(std::function<double(Index k)> length);

struct OpenLoop {
  static constexpr std::string_view name = "open-loop";
  static constexpr std::string_view sentence = "l / (k + l), whatever f does";

  double l = 2;

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

struct InverseSquareRoot {
  static constexpr std::string_view name = "inverse-square-root";
  static constexpr std::string_view sentence = "1 / sqrt(k + 1), for non-convex functions";

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

struct Fixed {
  static constexpr std::string_view name = "fixed";
  static constexpr std::string_view sentence = "the same length at every iteration";

  double length = 0.1;

  Description describe();
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
