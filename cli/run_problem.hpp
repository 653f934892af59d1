#pragma once

#include <stop_token>

#include "acgd/core/options.hpp"
#include "acgd/core/result.hpp"
#include "cli/problem_arguments.hpp"
#include "experiments/measured_run.hpp"
#include "problem/step_kinds.hpp"

namespace acgd::cli {

/// Solves it with one rule, with a live line where there is a terminal beside the observer of the
/// options.
Result run_problem(const Problem& problem, const problem::Step& step, Options options,
                   std::stop_token interrupt, bool quiet);

/// The same, measured on a preparation of its own.
experiments::MeasuredRun measure_problem(const Problem& problem, const problem::Step& step,
                                         Options options, std::stop_token interrupt, bool quiet);

}  // namespace acgd::cli
