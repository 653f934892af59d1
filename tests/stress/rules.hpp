#pragma once

#include <optional>

#include "acgd/core/options.hpp"
#include "acgd/objective/objective.hpp"
#include "stress/draw.hpp"

namespace stress {

struct GeneratedRule {
  acgd::StepChoice step = acgd::AdaptiveAdjustable{};
  bool monotone = false;         ///< promises never to increase f
  std::optional<double> growth;  ///< of L at each backtrack
  std::string text;
};

GeneratedRule draw_rule(Draw& draw, const acgd::Objective& f, bool constrained);

}  // namespace stress
