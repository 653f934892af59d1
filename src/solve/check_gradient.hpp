#pragma once

#include "acgd/core/options.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Options::check_gradient, or what it is when it is absent.
bool wants_gradient_check(const Options& options, const Cursor& cursor);

/// Throws InvalidInput if the gradient contradicts f along one of a few lines from x0, on which f
/// is looked at where a run would look: between x0 and points of the set, or along them.
void check_gradient(Mode mode, const Objective& f, const Oracle& set, const Atom& x0,
                    const Options& options);

}  // namespace acgd
