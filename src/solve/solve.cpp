#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "core/compose.hpp"
#include "core/threads.hpp"
#include "solve/check_answer.hpp"
#include "solve/check_gradient.hpp"
#include "solve/check_input.hpp"
#include "solve/checkpoints.hpp"
#include "solve/journal.hpp"
#include "solve/stopwatch.hpp"

namespace acgd {
namespace {

using Outcome = StepDecision::Outcome;

StepContext context_for(Mode mode, const Objective& f, const Options& options) {
  const bool euclidean = options.norm->is_euclidean();
  return {.mode = mode, .max_iterations = options.max_iterations, .lipschitz = [&f, euclidean] {
            return euclidean ? f.lipschitz() : std::nullopt;
          }};
}

// A step carries x out of the set by an ulp or two.
constexpr Index kStepsBetweenCorrections = 100;

/// What pulls x back into the set, where it has to stay there.
Correction correction_for(Mode mode, const Oracle& set) {
  if (mode == Mode::unconstrained) return nullptr;
  return [&set](VectorRef x) { return set.recenter(x); };
}

void check_gradient_shape(const Gradient& gradient, const Oracle& set) {
  if (!gradient.is_dense() && !set.accepts_sparse_gradients()) {
    throw InvalidInput(compose(
        "set: the {} needs dense gradients, and the objective gives sparse ones", set.name()));
  }
}

/// What the oracle may be wrong by. Its error is added to the gap, so a certificate is never better
/// than the oracle: where a run may end it is a twentieth of the gap, far from there a fifth.
double oracle_accuracy(const Options& options, double last_gap) {
  const double above = std::isfinite(last_gap) ? last_gap - options.gap_tolerance : 0.0;
  return std::max(0.05 * options.gap_tolerance, 0.2 * above);
}

// Gaps above so much of the first one are far from their rounding errors.
constexpr double kClearGap = 1e-8;

/// The gap, but no less than its rounding error, with the oracle's error added. What is no number
/// stays.
double certificate(const Line& line, const Answer& answer, double first_gap) {
  const bool clear = !(line.gap() <= 0 || line.gap() <= kClearGap * first_gap);
  return (clear ? line.gap() : std::max(line.gap(), line.slope_noise())) + answer.error;
}

std::optional<double> gradient_norm(const Options& options, const Gradient& gradient) {
  if (options.gradient_tolerance == 0) return std::nullopt;
  return options.norm->dual(gradient.entries());
}

/// Rules that look at nothing walk on until f has no bound.
std::optional<Stop> check_bound(double value, Index iteration) {
  if (value != -std::numeric_limits<double>::infinity()) return std::nullopt;
  return Stop{Status::unbounded, compose("f(x) = -inf at iteration {}", iteration)};
}

std::optional<Stop> check_step(const StepDecision& step, const Line& line, Index iteration,
                               double gap) {
  if (step.outcome == Outcome::precision_limit) {
    return Stop{Status::precision_limit,
                compose("no step from iteration {} decreases f, gap {:.6g}", iteration, gap)};
  }
  if (step.outcome == Outcome::unbounded) {
    return Stop{Status::unbounded,
                compose("f falls below any bound along the direction of iteration {}", iteration)};
  }
  if (!(step.length >= 0 && step.length <= line.max_step()) || !std::isfinite(step.length)) {
    return Stop{Status::step_failed,
                compose("the rule's step {} at iteration {} must be finite and in [0, {}]",
                        step.length, iteration, line.max_step())};
  }
  return std::nullopt;
}

}  // namespace

Result solve(Mode mode, const Objective& f, const Oracle& set, const Start& x0,
             const Options& options) {
  check_input(mode, f, set, x0.atom(), options);
  const ThreadLimit limit(options.threads);
  Stopwatch clock;
  const std::unique_ptr<StepRule> rule = options.step.begin(context_for(mode, f, options));
  const std::unique_ptr<Cursor> cursor = f.start(x0.atom(), options.norm);
  Journal journal(options, *cursor);
  const Correction correction = correction_for(mode, set);
  AnswerCheck answers(set, options);
  Answer answer;
  Counts counts;
  Seconds seconds;
  Checkpoints checkpoints(mode, set, options,
                          {*cursor, *rule, journal, answer, counts, seconds, clock});
  Line* line_now = nullptr;
  const auto count = [&] {
    counts.gradients = cursor->gradient_count();
    if (line_now != nullptr) counts.trials = line_now->trials();
  };
  const auto finish = [&](const Stop& stop) {
    count();
    seconds.total = clock.elapsed();
    Result result = journal.finish(stop, *cursor, counts, seconds);
    if (correction && result.x.size() > 0) correction(result.x);
    if (mode == Mode::constrained) answers.check_end(result);
    return result;
  };
  bool answered = checkpoints.resume();

  for (bool moved = true;; ++counts.iterations, answered = false) {
    const Gradient& gradient = cursor->gradient();
    if (counts.iterations == 0) check_gradient_shape(gradient, set);
    clock.lap(seconds.gradient);

    if (!answered) {
      answer.accuracy = oracle_accuracy(options, journal.last_gap());
      set.minimize(gradient, answer);
      ++counts.oracle_calls;
      if (counts.iterations == 0) checkpoints.identify();
    }
    clock.lap(seconds.oracle);

    Line& line = cursor->look(mode == Mode::constrained ? toward(answer.atom) : along(answer.atom));
    const double gap = certificate(line, answer, journal.first_gap());
    const double now = clock.elapsed();
    journal.arrive(counts.iterations, now, cursor->value(), gap);
    line_now = &line;
    count();
    if (const auto stop = check_bound(cursor->value(), counts.iterations)) return finish(*stop);
    if (const auto stop = answered ? std::nullopt : answers.check(gradient, answer, line, counts)) {
      return finish(*stop);
    }
    if (counts.iterations == 0 && !answered) {
      check_gradient({mode, f, set, x0.atom(), options}, *cursor, answer, counts);
      count();
    }
    if (const auto stop = check_stop(
            options, {.iteration = counts.iterations,
                      .seconds = now,
                      .evaluations = counts.gradients + counts.trials,
                      .value = cursor->value(),
                      .gap = gap,
                      .gradient_norm = gradient_norm(options, gradient),
                      .moved = moved,
                      .downhill = line.gap() > 0,
                      .stalled_since = rule->descends() ? journal.stalled_since() : std::nullopt,
                      .observer_asked = journal.observer_asked(),
                      .interrupted = options.interrupt.stop_requested()})) {
      return finish(checkpoints.save_at(*stop));
    }
    if (const auto stop = checkpoints.save_if_due()) return finish(*stop);

    const StepDecision step = rule->choose(line);
    clock.lap(seconds.step);
    if (const auto stop = check_step(step, line, counts.iterations, gap)) return finish(*stop);

    journal.leave(step, *cursor);
    moved = cursor->advance(step.length);
    if (correction && (counts.iterations + 1) % kStepsBetweenCorrections == 0) {
      cursor->correct(correction);
    }
    clock.lap(seconds.update);
  }
}

}  // namespace acgd
