#include "runner.hpp"

#include <cmath>

#include "measure.hpp"

namespace bench {
namespace {

constexpr int kRepetitions = 3;

/// Repetitions of a run: the last result and all times.
struct Repeated {
  Run last = {};
  std::vector<double> seconds = {};

  void add(const Run& run) {
    last = run;
    seconds.push_back(run.seconds);
  }
};

}  // namespace

double Outcome::disagreement() const {
  return std::abs(compared_value - plain_value) / std::abs(plain_value);
}

Outcome measure(const Workload& workload, const Settings& settings) {
  reset_peak_memory();
  const Case problem = workload.prepare(settings);
  Outcome outcome{.name = workload.name,
                  .data = problem.data,
                  .note = problem.note,
                  .bytes = problem.bytes,
                  .repetitions = settings.pick(kRepetitions, 1)};
  const bool fewer = problem.plain_iterations > 0 && problem.plain_iterations < problem.iterations;
  const Index compared = fewer ? problem.plain_iterations : problem.iterations;
  if (problem.plain) outcome.plain_repetitions = settings.pick(problem.plain_repetitions, 1);
  // Alternating, so that other load of the machine affects both equally.
  Repeated ours, plain;
  for (int i = 0; i < outcome.repetitions; ++i) {
    ours.add(problem.acgd(problem.iterations));
    if (i == 0) outcome.peak_memory = peak_memory();
    if (i < outcome.plain_repetitions) plain.add(problem.plain(compared));
  }
  outcome.iterations = ours.last.iterations;
  outcome.seconds = median(ours.seconds);
  outcome.value = ours.last.value;
  outcome.pass_seconds = seconds_of_one_pass(problem.bytes);
  if (problem.remark) {
    outcome.note += problem.remark(outcome.per_iteration(), outcome.pass_seconds);
  }
  if (!problem.plain) return outcome;

  outcome.plain_iterations = plain.last.iterations;
  outcome.plain_seconds = median(plain.seconds);
  if (problem.compared_iterations > 0) {
    outcome.plain_value = problem.plain(problem.compared_iterations).value;
    outcome.compared_value = problem.acgd(problem.compared_iterations).value;
    return outcome;
  }
  outcome.plain_value = plain.last.value;
  const bool rerun = fewer || problem.same;
  const auto& same = problem.same ? problem.same : problem.acgd;
  outcome.compared_value = rerun ? same(plain.last.iterations).value : ours.last.value;
  return outcome;
}

}  // namespace bench
