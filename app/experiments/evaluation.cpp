#include "app/experiments/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <numeric>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/solve/solve.hpp"
#include "app/experiments/experiment.hpp"
#include "app/experiments/paper.hpp"

namespace acgd::experiments {

namespace {

double seconds_of_one_step(const Problem& problem, Options options) {
  options.max_iterations = std::min<Index>(options.max_iterations, 1);
  options.trace = false;
  options.observer = {};
  return solve(problem, options).seconds.total;
}

/// Interrupted runs and runs at the time limit differ at each repetition.
bool repeatable(const Result& result) {
  return result.status != Status::interrupted && result.status != Status::time_limit &&
         result.status != Status::stopped_by_observer;
}

[[maybe_unused]] bool same_bits(const Result& a, const Result& b) {
  const auto equal = [](double x, double y) { return x == y || (x != x && y != y); };
  return a.status == b.status && a.counts.iterations == b.counts.iterations &&
         a.counts.trials == b.counts.trials && equal(a.value, b.value) && equal(a.gap, b.gap);
}

/// Pointer to a part of an objective that keeps the whole objective alive.
template <class Part>
std::shared_ptr<const Part> part(const std::shared_ptr<const Objective>& whole, const Part& inner) {
  return {whole, &inner};
}

/// Weights and means are already part of A and b. If that A was not formed explicitly, a copy would
/// use other algorithms: then the objective is shared.
std::shared_ptr<const Objective> fresh_squares(const std::shared_ptr<const Objective>& f,
                                               const LeastSquares& squares) {
  if (!squares.is_formed()) return f;
  LeastSquaresOptions options = squares.options();
  options.weights = {};
  options.intercept = false;
  return std::make_shared<const LeastSquares>(squares.design(), squares.target(), options);
}

}  // namespace

std::shared_ptr<const Objective> fresh(const std::shared_ptr<const Objective>& f) {
  if (const auto* squares = dynamic_cast<const LeastSquares*>(f.get())) {
    return fresh_squares(f, *squares);
  }
  if (const auto* quadratic = dynamic_cast<const Quadratic*>(f.get())) {
    return std::make_shared<const Quadratic>(part(f, quadratic->hessian()), quadratic->linear(),
                                             quadratic->constant());
  }
  if (const auto* composite = dynamic_cast<const Composite*>(f.get())) {
    return std::make_shared<const Composite>(
        part(f, composite->loss()), composite->design(), composite->offset(),
        composite->has_intercept() ? Intercept::profiled : Intercept::none);
  }
  if (const auto* sum = dynamic_cast<const Sum*>(f.get())) {
    std::vector<Sum::Part> parts;
    for (const Sum::Part& each : sum->parts()) parts.push_back(fresh(each));
    return std::make_shared<const Sum>(std::move(parts), sum->weights());
  }
  return f;
}

int repetitions_of(double seconds) { return seconds < 0.1 ? 5 : seconds < 1 ? 3 : 1; }

std::size_t median_place(const std::vector<double>& seconds) {
  std::vector<std::size_t> places(seconds.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const auto middle = places.begin() + static_cast<std::ptrdiff_t>((places.size() - 1) / 2);
  std::nth_element(places.begin(), middle, places.end(),
                   [&](std::size_t i, std::size_t j) { return seconds[i] < seconds[j]; });
  return *middle;
}

MeasuredRun measure(const Problem& problem, Options options,
                    const std::function<StepChoice()>& make_step) {
  Problem own = problem;
  own.f = fresh(problem.f);

  const auto begin = std::chrono::steady_clock::now();
  options.step = make_step();
  double setup = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double first = seconds_of_one_step(own, options);
  setup += std::max(0.0, first - seconds_of_one_step(own, options));

  std::vector<Result> results = {solve(own, options)};
  std::vector<double> seconds = {results[0].seconds.total};
  // Clocks differ between ranks, but all must make the same number of runs: rank 0 decides.
  const Index own_wish = repeatable(results[0]) ? repetitions_of(seconds[0]) : 1;
  const Index wanted = gather_numbers(*options.team, own_wish).front();
  options.observer = {};  // it has observed the first run
  while (static_cast<Index>(results.size()) < wanted) {
    Result next = solve(own, options);
    if (!repeatable(next)) break;
    assert(same_bits(results[0], next));
    seconds.push_back(next.seconds.total);
    results.push_back(std::move(next));
  }
  const auto [fastest, slowest] = std::ranges::minmax(seconds);
  return {.result = std::move(results[median_place(seconds)]),
          .setup = setup,
          .repetitions = static_cast<int>(results.size()),
          .fastest = fastest,
          .slowest = slowest};
}

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

/// Estimates of L from this iteration on: minimum, 5th percentile, median, 95th percentile,
/// maximum.
std::optional<std::array<double, 5>> lipschitz_of(const Trace& trace, Index from) {
  std::vector<double> estimates;
  for (const Record& record : trace) {
    if (record.iteration >= from && std::isfinite(record.lipschitz)) {
      estimates.push_back(record.lipschitz);
    }
  }
  if (estimates.empty()) return std::nullopt;
  std::ranges::sort(estimates);
  const auto at = [&](double share) {
    return estimates[static_cast<std::size_t>(share * static_cast<double>(estimates.size() - 1))];
  };
  return std::array{at(0), at(0.05), at(0.5), at(0.95), at(1)};
}

Row row_of_result(const Experiment& experiment, const std::string& name, const Result& result) {
  Row row{.strategy = name,
          .iterations = result.counts.iterations,
          .value = result.value,
          .gap = result.gap,
          .converged = is_converged(result.status),
          .finished = result.status != Status::interrupted};
  row.lipschitz = lipschitz_of(result.trace, experiment.lipschitz_from);
  if (result.status == Status::iteration_limit && result.trace.size() > 1) {
    const Record& before = *(result.trace.end() - 2);
    if (prints_value_before(experiment.name, name)) row.value = before.value;
    row.gap = before.gap;
  }
  return row;
}

/// Runs the same rule with the other way of counting backtracks.
OtherCounting with_other_counting(Prepared prepared, const EvaluationOptions& how) {
  prepared.counting = prepared.counting == Counting::paper ? Counting::published : Counting::paper;
  Options options = prepared.options;
  options.interrupt = how.interrupt;
  options.step = strategy(kAdjustable, prepared);
  const Result result = solve(prepared.problem, options);
  return {.counting = prepared.counting == Counting::paper ? "paper" : "published",
          .iterations = result.counts.iterations,
          .value = result.value,
          .gap = result.gap};
}

Outcome run(const Experiment& experiment, const Prepared& prepared, const std::string& name,
            const EvaluationOptions& how) {
  Options options = watched(prepared, name, how);
  options.trace = true;
  MeasuredRun measured =
      measure(prepared.problem, std::move(options), [&] { return strategy(name, prepared); });
  Row row = row_of_result(experiment, name, measured.result);
  row.seconds = measured.result.seconds.total;
  row.fastest = measured.fastest;
  row.slowest = measured.slowest;
  row.repetitions = measured.repetitions;
  return {.strategy = name,
          .result = std::move(measured.result),
          .setup = measured.setup,
          .repetitions = measured.repetitions,
          .row = std::move(row)};
}

/// Appends the rows of the same strategy for other seeds.
void add_other_seeds(const Experiment& experiment, const std::vector<Prepared>& others,
                     const EvaluationOptions& how, Outcome& outcome) {
  outcome.seeds = {outcome.row};
  for (const Prepared& other : others) {
    if (how.interrupt.stop_requested()) return;
    Options options = watched(other, outcome.strategy, how);
    options.step = strategy(outcome.strategy, other);
    options.trace = true;
    outcome.seeds.push_back(
        row_of_result(experiment, outcome.strategy, solve(other.problem, options)));
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
                        .origin = prepared.origin,
                        .missing = prepared.missing,
                        .has_own_estimate = prepared.initial_lipschitz.has_value(),
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
    Outcome outcome = run(experiment, prepared, name, options);
    if (experiment.sensitive) add_other_seeds(experiment, others, options, outcome);
    if (name == kAdjustable) outcome.other_counting = with_other_counting(prepared, options);
    evaluation.outcomes.push_back(std::move(outcome));
  }
  evaluation.interrupted = options.interrupt.stop_requested();
  return evaluation;
}

Evidence evidence_of(const Evaluation& evaluation) {
  Evidence evidence{.seeds = {},
                    .published = evaluation.experiment.published,
                    .origin = evaluation.origin,
                    .missing = evaluation.missing,
                    .has_own_estimate = evaluation.has_own_estimate};
  for (const Outcome& outcome : evaluation.outcomes) {
    const std::size_t seeds = std::max<std::size_t>(outcome.seeds.size(), 1);
    if (evidence.seeds.size() < seeds) evidence.seeds.resize(seeds);
    evidence.seeds[0].push_back(outcome.row);
    for (std::size_t i = 1; i < seeds; ++i) evidence.seeds[i].push_back(outcome.seeds[i]);
  }
  return evidence;
}

std::vector<ClaimResult> claim_results(const Evaluation& evaluation) {
  if (evaluation.quick) return {};
  const Evidence evidence = evidence_of(evaluation);
  std::vector<ClaimResult> list;
  for (const Claim& claim : claims(evaluation.experiment.name)) {
    list.push_back(evaluate(claim, evidence));
  }
  return list;
}

std::vector<ClaimResult> geometry_claim_results(const std::vector<Evaluation>& evaluations,
                                                const std::string& strategy) {
  Evidence evidence{.seeds = {{}}, .published = {}};
  for (const char* geometry : {"l2", "l1", "linf"}) {
    const auto evaluation =
        std::ranges::find(evaluations, std::string("least-squares-") + geometry,
                          [](const Evaluation& e) { return e.experiment.name; });
    if (evaluation == evaluations.end() || evaluation->quick) return {};
    const auto outcome = std::ranges::find(evaluation->outcomes, strategy, &Outcome::strategy);
    if (outcome == evaluation->outcomes.end()) return {};
    evidence.origin = evaluation->origin;
    evidence.missing = evaluation->missing;
    evidence.seeds[0].push_back(outcome->row);
    evidence.seeds[0].back().strategy = geometry;
    for (PublishedRow row : evaluation->experiment.published) {
      if (row.strategy != strategy) continue;
      row.strategy = geometry;
      evidence.published.push_back(row);
    }
  }
  std::vector<ClaimResult> list;
  for (const Claim& claim : geometry_claims()) list.push_back(evaluate(claim, evidence));
  return list;
}

std::vector<ClaimResult> summary_claim_results(const std::vector<Evaluation>& evaluations) {
  std::vector<const Evaluation*> list;
  for (const Evaluation& each : evaluations) {
    if (each.mode == Mode::constrained && !each.quick) list.push_back(&each);
  }
  const auto wanted = std::ranges::count(all(), constrained_strategies(), &Experiment::strategies);
  if (static_cast<std::ptrdiff_t>(list.size()) < wanted) return {};
  std::vector<ClaimResult> claim_results;
  for (const auto& [text, claim, extent] : summary_claims()) {
    std::ptrdiff_t yes = 0, no = 0;
    std::string open;
    for (const Evaluation* each : list) {
      const ClaimStatus status = evaluate(claim, evidence_of(*each)).status;
      yes += status == ClaimStatus::holds ? 1 : 0;
      no += status == ClaimStatus::does_not_hold ? 1 : 0;
      if (status != ClaimStatus::undecided) continue;
      open += (open.empty() ? "undecided: " : ", ") + each->experiment.name;
    }
    const bool fails = extent == Extent::all    ? no > 0
                       : extent == Extent::most ? 2 * no >= wanted
                                                : yes == wanted || no == wanted;
    const bool holds = extent == Extent::all    ? yes == wanted
                       : extent == Extent::most ? 2 * yes > wanted
                                                : yes > 0 && no > 0;
    claim_results.push_back({.claim = text,
                             .status = fails   ? ClaimStatus::does_not_hold
                                       : holds ? ClaimStatus::holds
                                               : ClaimStatus::undecided,
                             .paper = "as text",
                             .found = fmt::format("true in {} of {}, false in {}", yes, wanted, no),
                             .reason = open});
  }
  return claim_results;
}

const PublishedRow* published_row(const Evaluation& evaluation, const std::string& strategy) {
  if (evaluation.quick) return nullptr;
  const auto& rows = evaluation.experiment.published;
  const auto found = std::ranges::find(rows, strategy, &PublishedRow::strategy);
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace acgd::experiments
