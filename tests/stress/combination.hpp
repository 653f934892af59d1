#pragma once

#include <optional>

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"
#include "stress/problem.hpp"
#include "stress/rules.hpp"

namespace stress {

/// One problem, one way to solve it, one place to start from; all of it follows from the seed.
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
  bool remembers = false;  ///< the direction: then steps may be longer than 1
  bool lazy = false;       ///< and the oracle is not asked at every point
  std::string text;        ///< all of the above in words

  bool constrained() const { return mode == acgd::Mode::constrained; }
};

Combination draw_combination(std::uint64_t seed);
/// The same by a direction rule that remembers atoms, if x stays in the set.
Combination draw_remembering(std::uint64_t seed);

/// A point of the set on its boundary, in a random direction.
Vector draw_vertex(Draw& draw, const Combination& combination);
/// Between a few of those.
Vector draw_interior(Draw& draw, const Combination& combination);

acgd::Result run(const Combination& combination);

}  // namespace stress
