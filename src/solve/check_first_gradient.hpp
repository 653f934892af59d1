#pragma once

#include "acgd/direction/direction_rule.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/solve/options.hpp"

namespace acgd {

/// A run at its first point.
struct FirstLook {
  const DirectionContext& context;
  const Objective& f;
  const Options& options;
};

/// Throws InvalidInput if the gradient contradicts f near x0, as far as Options::check_gradient
/// wants to know. f is looked at where a run would look: between x0 and points of the set, or along
/// them. The cursor, which has looked along the run's first direction, counts what that costs if it
/// is that of a black box, and looks along it again afterwards.
void check_first_gradient(const FirstLook& run, Cursor& cursor, OracleCalls& oracle,
                          const Direction& first);

}  // namespace acgd
