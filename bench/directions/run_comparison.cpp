#include "directions/run_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure.hpp"

namespace bench {
namespace {

// Short runs are repeated, and the minimum is reported.
constexpr int kRepetitions = 5;
constexpr double kShort = 0.5;

Performance measured(const ComparedRule& compared_rule, double limit, int repetitions) {
  Performance performance{.name = compared_rule.name,
                          .seconds = std::numeric_limits<double>::infinity(),
                          .goal = compared_rule.goal};
  for (int i = 0; i < repetitions && (i == 0 || performance.seconds < kShort); ++i) {
    const Stopwatch watch;
    const acgd::Result result = compared_rule.run(limit);
    performance.seconds = std::min(performance.seconds, watch.seconds());
    performance.status = acgd::to_string(result.status);
    performance.stopped = !acgd::is_converged(result.status);
    performance.iterations = result.counts.iterations;
    performance.calls = result.counts.oracle_calls;
    performance.passes = result.counts.gradients;
    performance.atoms = static_cast<Index>(result.atoms.size());
    performance.value = result.value;
    performance.gap = result.gap;
  }
  return performance;
}

/// Whether x is at most the bound; true without a bound.
template <class T>
bool within(T x, T bound) {
  return bound == 0 || x <= bound;
}

}  // namespace

double Performance::relative_gap() const { return gap / std::abs(value); }

bool Performance::reaches_goal() const {
  // Baselines are expected to be slow.
  const bool solves = !stopped || goal.seconds_of_first > 0 || goal.iterations_of_first > 0;
  return solves && within(iterations, goal.iterations) && within(calls, goal.calls) &&
         within(passes, goal.passes) && within(seconds, goal.seconds) &&
         iterations_of_first >= goal.iterations_of_first &&
         seconds_of_first >= goal.seconds_of_first;
}

ComparisonOutcome run_comparison(const ComparisonEntry& entry, const Settings& settings) {
  const ComparisonSetup setup = entry.prepare(settings);
  ComparisonOutcome outcome{.name = entry.name, .data = setup.data, .aim = setup.aim};
  for (const ComparedRule& compared_rule : setup.compared_rules) {
    std::vector<Performance>& all = outcome.performances;
    const bool is_first = all.empty();
    const double limit = is_first ? std::numeric_limits<double>::infinity()
                                  : compared_rule.patience * all.front().seconds;
    all.push_back(measured(compared_rule, limit, settings.pick(kRepetitions, 1)));
    if (is_first) continue;
    all.back().iterations_of_first = static_cast<double>(all.back().iterations) /
                                     static_cast<double>(std::max<Index>(1, all[0].iterations));
    all.back().seconds_of_first = all.back().seconds / all[0].seconds;
  }
  return outcome;
}

}  // namespace bench
