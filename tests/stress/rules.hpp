#pragma once

#include <optional>

#include "acgd/objective/objective.hpp"
#include "acgd/solve/options.hpp"
#include "stress/draw.hpp"

namespace stress {

struct GeneratedRule {
  acgd::StepChoice step = acgd::AdaptiveAdjustable{};
  bool monotone = false;         ///< promises never to increase f
  std::optional<double> growth;  ///< of L at each backtrack
  std::string text;
};

/// Where a run starts, and how far from there it goes.
struct Place {
  Vector x;
  double radius = 1;
};

GeneratedRule draw_rule(Draw& draw, const acgd::Objective& f, const Place& start, bool constrained);

}  // namespace stress
