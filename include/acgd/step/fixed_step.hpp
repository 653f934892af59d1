#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

struct Fixed {
  static constexpr std::string_view name = "fixed";
  static constexpr std::string_view sentence = "the same length at every iteration";

  double length = 0.1;

  Description describe() {
    return {{"length", length, range::positive, "t; at most 1 in a constrained run"}};
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
