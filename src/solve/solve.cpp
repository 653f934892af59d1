#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "core/compose.hpp"
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

/// The gap with the oracle's error added; what rounding makes negative is 0, what is no number
/// stays.
double certificate(const Line& line, const Answer& answer) {
  return (line.gap() < 0 ? 0.0 : line.gap()) + answer.error;
}

std::optional<double> gradient_norm(const Options& options, const Gradient& gradient) {
  if (options.gradient_tolerance == 0) return std::nullopt;
  return options.norm->dual(gradient.entries());
}

/// Without forming the matrix of a rank-one atom.
bool is_finite(const Atom& atom) {
  if (const auto* pair = atom.as<Atom::RankOne>()) {
    return std::isfinite(pair->scale) && pair->left.allFinite() && pair->right.allFinite();
  }
  return atom.to_dense().allFinite();
}

/// An oracle's answer must be a point of the right size that is no worse than x, up to rounding and
/// the little that x itself may be outside the set.
std::optional<Stop> check_answer(const Options& options, const Gradient& gradient,
                                 const Answer& answer, Index iteration, double gap) {
  if (gap >= 0 || !gradient.entries().allFinite()) return std::nullopt;
  if (!is_finite(answer.atom)) {
    return Stop{Status::oracle_failed,
                compose("the oracle's answer at iteration {} is not finite", iteration)};
  }
  const double scale = std::abs(answer.atom.dot(gradient)) + gradient.entries().lpNorm<1>();
  const double slack = std::max(10 * options.feasibility_tolerance, 1e-12) * scale + answer.error;
  if (!(-gap > slack)) return std::nullopt;
  return Stop{
      Status::oracle_failed,
      compose("the oracle's answer at iteration {} is worse than x by {:.6g}", iteration, -gap)};
}

std::optional<Stop> check_step(const StepDecision& step, const Line& line, Index iteration,
                               double gap) {
  if (step.outcome == Outcome::precision_limit) {
    return Stop{Status::precision_limit,
                compose("no step from iteration {} decreases f, gap {:.6g}", iteration, gap)};
  }
  if (step.outcome == Outcome::unbounded) {
    return Stop{Status::unbounded,
                compose("f falls along the whole direction of iteration {}", iteration)};
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
  Stopwatch clock;
  const std::unique_ptr<StepRule> rule = options.step.begin(context_for(mode, f, options));
  const std::unique_ptr<Cursor> cursor = f.start(x0.atom(), options.norm);
  Journal journal(options, *cursor);
  Answer answer;
  Counts counts;
  Seconds seconds;
  Checkpoints checkpoints(mode, set, options,
                          {*cursor, *rule, journal, answer, counts, seconds, clock});
  const auto finish = [&](const Stop& stop) {
    seconds.total = clock.elapsed();
    return journal.finish(stop, *cursor, counts, seconds);
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
    const double gap = certificate(line, answer);
    const double now = clock.elapsed();
    journal.arrive(counts.iterations, now, cursor->value(), gap);
    counts.gradients = cursor->gradient_count();
    counts.trials = line.trials();
    if (const auto stop = check_answer(options, gradient, answer, counts.iterations, line.gap())) {
      return finish(*stop);
    }
    if (const auto stop =
            check_stop(options, {.iteration = counts.iterations,
                                 .seconds = now,
                                 .evaluations = counts.gradients + counts.trials,
                                 .value = cursor->value(),
                                 .gap = gap,
                                 .gradient_norm = gradient_norm(options, gradient),
                                 .moved = moved,
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
    clock.lap(seconds.update);
  }
}

}  // namespace acgd
