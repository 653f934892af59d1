#pragma once

#include <optional>

#include "acgd/solve/solve.hpp"
#include "measure.hpp"
#include "workload.hpp"

namespace bench {

/// Options for this number of iterations, or until f <= target.
acgd::Options options_for(const Settings& settings, Index iterations,
                          std::optional<double> target = {});

/// Runs acgd; the time includes the set-up of the run.
Run time_acgd(const acgd::Problem& problem, acgd::Options options, const Stopwatch& watch = {});

/// Runs and times the plain implementation.
Run time_plain(const PlainProblem& problem, const Vector& x0, const PlainOptions& options);

}  // namespace bench
