#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "acgd/core/options.hpp"
#include "acgd/core/result.hpp"
#include "cli/problem_arguments.hpp"
#include "experiments/measured_run.hpp"
#include "problem/step_kinds.hpp"

namespace acgd::cli {

/// What the gap of a result is called: in unconstrained mode it is the dual norm of the gradient.
std::string measure_of(Mode mode);

/// Why a run ended, with the numbers, in which the gap has that name.
std::string message_of(const Result& result, Mode mode);

/// Solves it with one rule, with a live line where there is a terminal beside the observer of the
/// options; its title is the name of the rule unless another one is given.
Result run_problem(const Problem& problem, const problem::Step& step, Options options,
                   std::stop_token interrupt, bool quiet, std::optional<std::string> title = {});

/// The same, measured on a preparation of its own.
experiments::MeasuredRun measure_problem(const Problem& problem, const problem::Step& step,
                                         Options options, std::stop_token interrupt, bool quiet);

}  // namespace acgd::cli
