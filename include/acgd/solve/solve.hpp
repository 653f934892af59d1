#pragma once

#include "acgd/solve/options.hpp"
#include "acgd/solve/problem.hpp"
#include "acgd/solve/result.hpp"

namespace acgd {

/// Minimises f over a set, or over R^n: the loop that minimize(), descend() and continuous_greedy()
/// run.
/// Throws InvalidInput before iteration 0 for bad input; trouble while iterating is a status.
Result solve(const Problem& problem, const Options& options = {});

/// As above, of objects that stay the caller's.
Result solve(Mode mode, const Objective& f, const Oracle& set, const Start& x0,
             const Options& options = {});

}  // namespace acgd
