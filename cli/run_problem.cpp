#include "cli/run_problem.hpp"

#include "acgd/solve/minimize.hpp"
#include "cli/live_line.hpp"

namespace acgd::cli {

namespace {

/// A start where f is infinite is bad luck that the user can mend.
void explain_start(const Problem& problem, Result& result) {
  if (result.status != Status::non_finite || result.counts.iterations != 0) return;
  result.message += "; the start is too far out: try --x0 zero";
  if (problem.mode == Mode::constrained) result.message += ", or a smaller set";
}

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

std::string measure_of(Mode mode) { return mode == Mode::constrained ? "gap" : "gradient norm"; }

std::string message_of(const Result& result, Mode mode) {
  constexpr std::string_view gap = "gap ";
  const std::string measure = measure_of(mode);
  std::string message = result.message;
  for (std::size_t at = message.find(gap); at != std::string::npos;
       at = message.find(gap, at + measure.size())) {
    message.replace(at, gap.size() - 1, measure);
  }
  return message;
}

Result run_problem(const Problem& problem, const problem::Step& step, Options options,
                   std::stop_token interrupt, bool quiet, std::optional<std::string> title) {
  LiveLine line(quiet, options, title.value_or(step.name), measure_of(problem.mode));
  options = watched(std::move(options), line, std::move(interrupt));
  options.step = step.choice;
  Result result = solve(problem.mode, *problem.objective.f, *problem.set, problem.x0, options);
  explain_start(problem, result);
  return result;
}

experiments::MeasuredRun measure_problem(const Problem& problem, const problem::Step& step,
                                         Options options, std::stop_token interrupt, bool quiet) {
  LiveLine line(quiet, options, step.name, measure_of(problem.mode));
  experiments::MeasuredRun run =
      experiments::measure({problem.mode, problem.objective.f, *problem.set, problem.x0,
                            watched(std::move(options), line, std::move(interrupt))},
                           [&] { return step.choice; });
  explain_start(problem, run.result);
  return run;
}

}  // namespace acgd::cli
