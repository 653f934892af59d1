#pragma once

#include "acgd/core/options.hpp"
#include "acgd/core/result.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// A run at its first point, which has looked along the line to the oracle's first answer.
struct FirstLook {
  Mode mode;
  const Objective& f;
  const Oracle& set;
  const Atom& x0;
  const Options& options;
};

/// Throws InvalidInput if the gradient contradicts f near x0, as far as Options::check_gradient
/// wants to know. f is looked at where a run would look: between x0 and points of the set, or along
/// them. The cursor of a black box counts what that costs, and looks along `first` again
/// afterwards.
void check_gradient(const FirstLook& run, Cursor& cursor, const Answer& first, Counts& counts);

}  // namespace acgd
