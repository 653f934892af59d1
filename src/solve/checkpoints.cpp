#include "solve/checkpoints.hpp"

#include <exception>

#include "acgd/core/error.hpp"

namespace acgd {
namespace {

bool could_go_on(Status status) {
  return is_converged(status) || status == Status::iteration_limit ||
         status == Status::time_limit || status == Status::evaluation_limit ||
         status == Status::stopped_by_observer || status == Status::interrupted;
}

}  // namespace

void Run::visit(State& state) {
  // Of an oracle's memory nothing but its last answer, a warm start, decides about the next.
  state(cursor, rule, journal, answer.atom, answer.error);
  state(counts.iterations, counts.gradients, counts.oracle_calls, counts.trials);
  state(seconds.gradient, seconds.oracle, seconds.step, seconds.update, seconds.total);
}

Checkpoints::Checkpoints(Mode mode, const Oracle& set, const Options& options, const Run& run)
    : mode_(mode), set_(set), options_(options), run_(run) {
  if (!options.checkpoint.save) return;
  State rehearsal;  // before hours of work, not after
  rehearsal(run_.cursor, run_.rule);
}

void Checkpoints::identify() {
  if (!options_.checkpoint.save && !options_.resume) return;
  first_accuracy_ = run_.answer.accuracy;
  double value = run_.cursor.value();
  Vector gradient = run_.cursor.gradient().entries();
  State state;
  state(value, gradient, run_.answer.atom);
  // Without the sign bit: counts in a state are not negative.
  fingerprint_ = static_cast<std::int64_t>(checksum(std::move(state).take()) >> 1);
}

void Checkpoints::visit(State& state) {
  state.expect("mode", mode_ == Mode::constrained ? "constrained" : "unconstrained");
  state.expect("number of variables", set_.dimension());
  state.expect("set", set_.name());
  state.expect("norm", options_.norm->name());
  state(first_accuracy_);
  if (state.is_loading()) {
    run_.answer.accuracy = first_accuracy_;
    set_.minimize(run_.cursor.gradient(), run_.answer);
    identify();
  }
  const std::int64_t here = fingerprint_;
  state.bytes(&fingerprint_, sizeof fingerprint_);
  if (fingerprint_ != here) {
    throw InvalidInput(
        "resume: the checkpoint is of another problem: at x0 it had another f, gradient or answer "
        "of the oracle");
  }
  state(run_);
}

bool Checkpoints::resume() {
  if (!options_.resume) return false;
  State state{std::string_view(options_.resume->state)};
  visit(state);
  state.end();
  State::require(run_.counts.iterations == options_.resume->iteration,
                 "it is of another iteration");
  State::require(run_.answer.atom.size() == set_.dimension(), "the atom has another size");
  run_.clock.continue_from(run_.seconds.total);
  last_iteration_ = run_.counts.iterations;
  last_seconds_ = run_.seconds.total;
  return true;
}

std::optional<Stop> Checkpoints::save_if_due() {
  const CheckpointOptions& when = options_.checkpoint;
  if (!when.save) return std::nullopt;
  const Index iteration = run_.counts.iterations;
  if (iteration == last_iteration_) return std::nullopt;
  const bool due = (when.every > 0 && iteration % when.every == 0) ||
                   run_.clock.elapsed() - last_seconds_ >= when.every_seconds;
  return due ? save() : std::nullopt;
}

Stop Checkpoints::save_at(const Stop& stop) {
  if (!options_.checkpoint.save || !could_go_on(stop.status)) return stop;
  return save().value_or(stop);
}

std::optional<Stop> Checkpoints::save() {
  try {
    run_.seconds.total = run_.clock.elapsed();
    State state(std::move(checkpoint_.state));
    visit(state);
    checkpoint_.iteration = run_.counts.iterations;
    checkpoint_.state = std::move(state).take();
    options_.checkpoint.save(checkpoint_);
    last_iteration_ = run_.counts.iterations;
    last_seconds_ = run_.clock.elapsed();
    return std::nullopt;
  } catch (const std::exception& error) {
    return Stop{Status::checkpoint_failed, error.what()};
  }
}

}  // namespace acgd
