#pragma once

#include <optional>

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "stress/problem.hpp"
#include "stress/rules.hpp"

namespace stress {

/// One problem, one method and one starting point, all determined by the seed.
struct Combination {
  std::uint64_t seed = 0;
  Shape shape;
  GeneratedObjective objective;
  GeneratedSet set;
  GeneratedRule rule;
  acgd::Mode mode = acgd::Mode::constrained;
  acgd::Atom x0;
  acgd::Options options;
  std::optional<Index> observer_stops_at;
  bool remembers = false;  ///< with an active set: steps may be longer than 1
  bool lazy = false;       ///< the LMO is not called at every iterate
  std::string text;        ///< description of the above

  bool constrained() const { return mode == acgd::Mode::constrained; }
};

Combination draw_combination(std::uint64_t seed);
/// The same with a direction rule that has an active set, if x stays in the set.
Combination draw_remembering(std::uint64_t seed);

/// A boundary point of the set, in a random direction.
Vector draw_vertex(Draw& draw, const Combination& combination);
/// A convex combination of a few of those.
Vector draw_interior(Draw& draw, const Combination& combination);

acgd::Result run(const Combination& combination);

}  // namespace stress
