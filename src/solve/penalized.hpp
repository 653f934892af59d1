#pragma once

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd {

/// Minimises f(x) + penalty(x): solve() for a problem with a penalty.
Result solve_penalized(const Problem& problem, const Options& options);

}  // namespace acgd
