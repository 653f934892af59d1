#include "experiments/evaluation.hpp"

#include <algorithm>

#include "acgd/solve/minimize.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr int kSeeds = 5;

Result run(const Problem& problem, const std::string& name, const EvaluationOptions& how,
           bool keep_trace) {
  Options options = problem.options;
  options.step = strategy(name, problem);
  options.trace = keep_trace;
  options.interrupt = how.interrupt;
  if (how.watch) {
    options.observer = [&](const Record& record) {
      how.watch(name, problem.options, record);
      return false;
    };
  }
  return solve(problem.mode, *problem.objective, *problem.set, problem.x0, options);
}

/// The final values of the same strategy from other seeds, behind the one there is.
void add_other_seeds(const std::vector<Problem>& others, const EvaluationOptions& how,
                     Outcome& outcome) {
  outcome.values = {outcome.result.value};
  for (const Problem& other : others) {
    if (how.interrupt.stop_requested()) return;
    outcome.values.push_back(run(other, outcome.strategy, how, false).value);
  }
}

std::vector<Problem> from_other_seeds(const Experiment& experiment, Settings settings) {
  std::vector<Problem> problems;
  for (int i = 1; i < kSeeds; ++i) {
    ++settings.seed;
    problems.push_back(experiment.prepare(settings));
  }
  return problems;
}

}  // namespace

Evaluation evaluate(const Experiment& experiment, const Settings& settings,
                    const EvaluationOptions& options) {
  const Problem problem = experiment.prepare(settings);
  Evaluation evaluation{.experiment = experiment,
                        .quick = settings.quick,
                        .data = problem.data,
                        .mode = problem.mode,
                        .optimal_value = problem.options.optimal_value,
                        .outcomes = {}};
  std::vector<Problem> others;
  if (experiment.sensitive) others = from_other_seeds(experiment, settings);
  for (const std::string& name : experiment.strategies) {
    const auto& wanted = options.strategies;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) continue;
    if (options.interrupt.stop_requested()) break;
    Outcome outcome{.strategy = name, .result = run(problem, name, options, true)};
    if (experiment.sensitive) add_other_seeds(others, options, outcome);
    evaluation.outcomes.push_back(std::move(outcome));
  }
  evaluation.interrupted = options.interrupt.stop_requested();
  return evaluation;
}

}  // namespace acgd::experiments
