#pragma once

#include <optional>

#include "acgd/solve/solve.hpp"
#include "measure.hpp"
#include "workload.hpp"

namespace bench {

/// So many iterations of the rule of the run, or until f <= target.
acgd::Options options_for(const Settings& settings, Index iterations,
                          std::optional<double> target = {});

/// acgd's run, timed from a clock started before any set-up of the run's own.
Run time_acgd(const acgd::Problem& problem, acgd::Options options, const Stopwatch& watch = {});

/// The plain run, timed.
Run time_plain(const PlainProblem& problem, const Vector& x0, const PlainOptions& options);

}  // namespace bench
