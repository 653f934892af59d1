#include "cli/run_problem.hpp"

#include "acgd/solve/minimize.hpp"
#include "cli/live_line.hpp"

namespace acgd::cli {

Result run_problem(const Problem& problem, const problem::Step& step, Options options,
                   std::stop_token interrupt, bool quiet) {
  LiveLine line(quiet, options, step.name);
  options.step = step.choice;
  options.interrupt = std::move(interrupt);
  options.observer = [&line, also = std::move(options.observer)](const Record& record) {
    line.show(record);
    return also && also(record);
  };
  return solve(problem.mode, *problem.objective.f, *problem.set, problem.x0, options);
}

}  // namespace acgd::cli
