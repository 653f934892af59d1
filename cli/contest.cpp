#include "cli/contest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/direction/direction_rules.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "cli/live_line.hpp"
#include "cli/run_problem.hpp"

namespace acgd::cli {
namespace {

/// A look at every start before any rule runs: what is wrong with the problem is no fault of a rule.
std::vector<ComparedStart> look_at_starts(const Contest& contest) {
  Options options = contest.limits;
  options.max_iterations = 0;
  options.trace = false;
  options.step = OpenLoop{};
  options.direction = contest.problem.mode == Mode::constrained ? DirectionChoice(Toward{})
                                                                : DirectionChoice(Along{});
  Problem problem = contest.problem;
  problem.f = experiments::fresh(problem.f);  // what it finds out is not kept beside the runs' own
  std::vector<ComparedStart> starts;
  for (const DrawnStart& start : contest.starts) {
    problem.x0 = start.x0;
    ComparedStart seen{.seed = start.seed, .first_gap = solve(problem, options).gap};
    if (contest.ends_at_tightest && seen.first_gap >= 0) {
      seen.gap_tolerance = contest.accuracies.back().part * seen.first_gap;
    }
    starts.push_back(seen);
  }
  return starts;
}

ComparedRun run_from(const Contest& contest, std::size_t s, const ComparedStart& start,
                     const Contender& contender) {
  Problem problem = contest.problem;
  problem.x0 = contest.starts[s].x0;
  Options options = contender.options;
  if (start.gap_tolerance) options.gap_tolerance = start.gap_tolerance;
  std::string title = contender.name;
  if (contest.starts.size() > 1) title += fmt::format(", seed {}", *start.seed);
  options.observer = log_lines(contest.log_every, contest.quiet, title);
  const bool no_line = contest.quiet || contest.log_every != 0;
  experiments::MeasuredRun measured =
      measure_problem(problem, options, contest.interrupt, no_line, title);

  ComparedRun run{.result = std::move(measured.result),
                  .setup = measured.setup,
                  .repetitions = measured.repetitions,
                  .fastest = measured.fastest,
                  .slowest = measured.slowest};
  if (contest.judge) run.scores = contest.judge(run.result);
  return run;
}

/// All of it but x and the trace is small.
void forget_solution(Result& result) {
  result.x.resize(0);
  result.factors = {};
}

/// Of the runs from a start: what they spent. Only traces of the first start are kept.
void account(Comparison& all, std::size_t start) {
  std::vector<const Trace*> traces;
  for (const Contender& contender : all.contenders) {
    traces.push_back(start < contender.runs.size() ? &contender.runs[start].result.trace : nullptr);
  }
  all.account(start, traces);
  for (Contender& contender : all.contenders) {
    if (start > 0 && start < contender.runs.size()) contender.runs[start].result.trace = {};
  }
}

/// Throws InvalidInput if none of them can run, with all that keeps them from it.
void check_any_runs(const std::vector<Contender>& contenders) {
  std::vector<std::string> refusals;
  for (const Contender& contender : contenders) {
    if (contender.refusal.empty()) return;
    const std::string& refusal = contender.refusal;
    if (std::ranges::find(refusals, refusal) == refusals.end()) refusals.push_back(refusal);
  }
  throw InvalidInput(fmt::format("{}", fmt::join(refusals, "; ")));
}

}  // namespace

Comparison hold(const Contest& contest, std::vector<Contender> contenders) {
  Comparison all{.mode = contest.problem.mode,
                 .convex = contest.problem.f->is_convex(),
                 .accuracies = contest.accuracies,
                 .starts = look_at_starts(contest),
                 .contenders = std::move(contenders)};
  for (Contender& contender : all.contenders) {
    const Options rules = std::exchange(contender.options, contest.limits);
    contender.options.direction = rules.direction;
    contender.options.step = rules.step;
  }
  for (std::size_t s = 0; s < all.starts.size() && !all.interrupted; ++s) {
    for (Contender& contender : all.contenders) {
      if (!contender.refusal.empty()) continue;
      try {
        contender.runs.push_back(run_from(contest, s, all.starts[s], contender));
      } catch (const InvalidInput& error) {
        contender.refusal = error.what();
        contender.runs.clear();
        continue;
      }
      Result& result = contender.runs.back().result;
      if (s == 0) contender.direction = direction_text(contender.direction, result.direction);
      if (contest.finished) contest.finished(contender.name, all.starts[s], result);
      if (s > 0) forget_solution(result);
      all.interrupted = result.status == Status::interrupted;
      if (all.interrupted) break;
    }
    account(all, s);
    check_any_runs(all.contenders);
  }
  return all;
}

}  // namespace acgd::cli
