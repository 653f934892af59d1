#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd {

struct Harmonic {
  static constexpr std::string_view name = "harmonic";
  static constexpr std::string_view sentence = "scale / (k + 1)";

  double scale = 1;

  Description describe() { return {{"scale", scale, range::up_to_1, "the first step"}}; }
  std::unique_ptr<StepRule> begin(const StepContext& context) const;
};

}  // namespace acgd
