#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

struct OpenLoop {
  static constexpr std::string_view name = "open-loop";
  static constexpr std::string_view sentence = "l / (k + l), whatever f does";

  double l = 2;

  Description describe() {
    return {{"l", l, range::positive, "how long steps stay long; 2 is the classic rule"}};
  }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
