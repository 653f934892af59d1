#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

struct InverseSquareRoot {
  static constexpr std::string_view name = "inverse-square-root";
  static constexpr std::string_view sentence = "1 / sqrt(k + 1), for non-convex functions";

  Description describe() { return {}; }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
