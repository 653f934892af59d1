#pragma once

#include "acgd/atom/atom.hpp"
#include "acgd/core/options.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// All that can be refused before anything is computed; throws InvalidInput.
void check_input(Mode mode, const Objective& f, const Oracle& set, const Atom& x0,
                 const Options& options);

}  // namespace acgd
