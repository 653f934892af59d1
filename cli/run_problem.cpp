#include "cli/run_problem.hpp"

#include "acgd/solve/minimize.hpp"
#include "cli/live_line.hpp"

namespace acgd::cli {

namespace {

/// With a live line beside the observer there is, and an end from outside.
Options watched(Options options, LiveLine& line, std::stop_token interrupt) {
  options.interrupt = std::move(interrupt);
  options.observer = [&line, also = std::move(options.observer)](const Record& record) {
    line.show(record);
    return also && also(record);
  };
  return options;
}

}  // namespace

experiments::MeasuredRun measure_problem(const Problem& problem, const problem::Step& step,
                                         Options options, std::stop_token interrupt, bool quiet) {
  LiveLine line(quiet, options, step.name);
  return experiments::measure({problem.mode, problem.objective.f, *problem.set, problem.x0,
                               watched(std::move(options), line, std::move(interrupt))},
                              [&] { return step.choice; });
}

Result run_problem(const Problem& problem, const problem::Step& step, Options options,
                   std::stop_token interrupt, bool quiet) {
  LiveLine line(quiet, options, step.name);
  options = watched(std::move(options), line, std::move(interrupt));
  options.step = step.choice;
  return solve(problem.mode, *problem.objective.f, *problem.set, problem.x0, options);
}

}  // namespace acgd::cli
