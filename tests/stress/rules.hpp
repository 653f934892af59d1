#pragma once

#include <optional>

#include "acgd/objective/objective.hpp"
#include "acgd/solve/options.hpp"
#include "stress/draw.hpp"

namespace stress {

struct GeneratedRule {
  acgd::StepChoice step = acgd::AdaptiveAdjustable{};
  bool monotone = false;         ///< never increases f
  std::optional<double> growth;  ///< of L at each backtrack
  std::string text;
};

/// The start of a run, and its distance from the solution.
struct Place {
  Vector x;
  double radius = 1;
};

GeneratedRule draw_rule(Draw& draw, const acgd::Objective& f, const Place& start, bool constrained);

}  // namespace stress
