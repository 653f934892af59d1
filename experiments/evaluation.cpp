#include "experiments/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/solve/minimize.hpp"
#include "experiments/claims.hpp"
#include "experiments/measured_run.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr int kSeeds = 5;

Options watched(const Prepared& prepared, const std::string& name, const EvaluationOptions& how) {
  Options options = prepared.options;
  options.interrupt = how.interrupt;
  if (how.watch) {
    options.observer = [&](const Record& record) {
      how.watch(name, prepared.options, record);
      return false;
    };
  }
  return options;
}

Row row_of_result(const std::string& name, const Result& result) {
  Row row{.strategy = name,
          .iterations = result.counts.iterations,
          .value = result.value,
          .gap = result.gap,
          .converged = is_converged(result.status),
          .finished = result.status != Status::interrupted};
  if (result.status == Status::iteration_limit && result.trace.size() > 1) {
    const Record& before = *(result.trace.end() - 2);
    row.value_before = before.value;
    row.gap_before = before.gap;
  }
  return row;
}

Outcome run(const Prepared& prepared, const std::string& name, const EvaluationOptions& how) {
  Options options = watched(prepared, name, how);
  options.trace = true;
  MeasuredRun measured =
      measure(prepared.problem, std::move(options), [&] { return strategy(name, prepared); });
  Row row = row_of_result(name, measured.result);
  row.seconds = measured.result.seconds.total;
  row.fastest = measured.fastest;
  row.slowest = measured.slowest;
  return {.strategy = name,
          .result = std::move(measured.result),
          .setup = measured.setup,
          .repetitions = measured.repetitions,
          .row = std::move(row)};
}

/// What the same strategy comes to from other seeds, behind the one there is.
void add_other_seeds(const std::vector<Prepared>& others, const EvaluationOptions& how,
                     Outcome& outcome) {
  outcome.seeds = {outcome.row};
  for (const Prepared& other : others) {
    if (how.interrupt.stop_requested()) return;
    Options options = watched(other, outcome.strategy, how);
    options.step = strategy(outcome.strategy, other);
    outcome.seeds.push_back(row_of_result(outcome.strategy, solve(other.problem, options)));
  }
}

std::vector<Prepared> from_other_seeds(const Experiment& experiment, Settings settings) {
  std::vector<Prepared> problems;
  for (int i = 1; i < kSeeds; ++i) {
    ++settings.seed;
    problems.push_back(experiment.prepare(settings));
  }
  return problems;
}

}  // namespace

Evaluation evaluate(const Experiment& experiment, const Settings& settings,
                    const EvaluationOptions& options) {
  const Prepared prepared = experiment.prepare(settings);
  Evaluation evaluation{.experiment = experiment,
                        .quick = settings.quick,
                        .data = prepared.data,
                        .unpublished = prepared.unpublished,
                        .mode = prepared.problem.mode,
                        .convex = prepared.problem.f->is_convex(),
                        .optimal_value = prepared.options.optimal_value,
                        .outcomes = {}};
  std::vector<Prepared> others;
  if (experiment.sensitive) others = from_other_seeds(experiment, settings);
  for (const std::string& name : experiment.strategies) {
    const auto& wanted = options.strategies;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) continue;
    if (options.interrupt.stop_requested()) break;
    Outcome outcome = run(prepared, name, options);
    if (experiment.sensitive) add_other_seeds(others, options, outcome);
    evaluation.outcomes.push_back(std::move(outcome));
  }
  evaluation.interrupted = options.interrupt.stop_requested();
  return evaluation;
}

Evidence evidence_of(const Evaluation& evaluation) {
  Evidence evidence{.seeds = {},
                    .published = evaluation.experiment.published,
                    .quick = evaluation.quick,
                    .unpublished = evaluation.unpublished};
  for (const Outcome& outcome : evaluation.outcomes) {
    const std::size_t seeds = std::max<std::size_t>(outcome.seeds.size(), 1);
    if (evidence.seeds.size() < seeds) evidence.seeds.resize(seeds);
    evidence.seeds[0].push_back(outcome.row);
    for (std::size_t i = 1; i < seeds; ++i) evidence.seeds[i].push_back(outcome.seeds[i]);
  }
  return evidence;
}

std::vector<Judgement> judgements(const Evaluation& evaluation) {
  const Evidence evidence = evidence_of(evaluation);
  std::vector<Judgement> list;
  for (const Claim& claim : claims(evaluation.experiment.name)) {
    list.push_back(judge(claim, evidence));
  }
  return list;
}

std::vector<Judgement> geometry_judgements(const std::vector<Evaluation>& evaluations,
                                           const std::string& strategy) {
  Evidence evidence{.seeds = {{}}, .published = {}};
  for (const char* geometry : {"l2", "l1", "linf"}) {
    const auto evaluation =
        std::ranges::find(evaluations, std::string("least-squares-") + geometry,
                          [](const Evaluation& e) { return e.experiment.name; });
    if (evaluation == evaluations.end()) return {};
    const auto outcome = std::ranges::find(evaluation->outcomes, strategy, &Outcome::strategy);
    if (outcome == evaluation->outcomes.end()) return {};
    evidence.quick = evaluation->quick;
    evidence.seeds[0].push_back(outcome->row);
    evidence.seeds[0].back().strategy = geometry;
    for (PublishedRow row : evaluation->experiment.published) {
      if (row.strategy != strategy) continue;
      row.strategy = geometry;
      evidence.published.push_back(row);
    }
  }
  std::vector<Judgement> list;
  for (const Claim& claim : geometry_claims()) list.push_back(judge(claim, evidence));
  return list;
}

const PublishedRow* published_row(const Evaluation& evaluation, const std::string& strategy) {
  if (evaluation.quick) return nullptr;
  const auto& rows = evaluation.experiment.published;
  const auto found = std::ranges::find(rows, strategy, &PublishedRow::strategy);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace acgd::experiments
