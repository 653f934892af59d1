#pragma once

#include "acgd/solve/options.hpp"
#include "acgd/solve/problem.hpp"

namespace acgd {

/// All that can be refused before anything is computed; throws InvalidInput.
void check_input(const Problem& problem, const Options& options);

}  // namespace acgd
