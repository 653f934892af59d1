#include "solve/checkpoints.hpp"

#include <exception>

namespace acgd {
namespace {

bool could_go_on(Status status) {
  return is_converged(status) || status == Status::iteration_limit ||
         status == Status::time_limit || status == Status::evaluation_limit ||
         status == Status::stopped_by_observer || status == Status::interrupted;
}

}  // namespace

Checkpoints::Checkpoints(const Options& options, Run& run) : options_(options), run_(run) {
  if (options.checkpoint.save) {
    Archive rehearsal;  // before hours of work, not after
    rehearsal(run);
  }
  if (!options.resume) return;
  Archive archive{std::string_view(options.resume->state)};
  archive(run);
  archive.end();
  Archive::require(run.iteration() == options.resume->iteration, "it is of another iteration");
  last_iteration_ = run.iteration();
  last_seconds_.reset();
}

std::optional<Stop> Checkpoints::keep(std::optional<Stop> stop) {
  if (!options_.checkpoint.save) return stop;
  const bool wanted = stop ? could_go_on(stop->status) : is_due();
  if (wanted) {
    if (auto failure = save()) return failure;
  }
  return stop;
}

bool Checkpoints::is_due() {
  const CheckpointOptions& when = options_.checkpoint;
  if (!last_seconds_) last_seconds_ = run_.seconds();
  if (run_.iteration() == last_iteration_) return false;
  return (when.every > 0 && run_.iteration() % when.every == 0) ||
         run_.seconds() - *last_seconds_ >= when.every_seconds;
}

std::optional<Stop> Checkpoints::save() {
  const Team& team = *options_.team;
  std::string trouble = make();
  if (team.size() > 1) trouble = broadcast(team, trouble);
  if (!trouble.empty()) return Stop{Status::checkpoint_failed, trouble.substr(1)};
  last_iteration_ = run_.iteration();
  // What saving takes does not count. How long it took rank 0 the others hear at the next point.
  last_seconds_.reset();
  if (team.size() == 1) last_seconds_ = run_.elapsed();
  return std::nullopt;
}

std::string Checkpoints::make() {
  try {
    Archive archive(std::move(checkpoint_.state));
    archive(run_);
    checkpoint_.iteration = run_.iteration();
    checkpoint_.state = std::move(archive).take();
    options_.checkpoint.save(checkpoint_);
    return {};
  } catch (const std::exception& error) {
    return std::string("!") + error.what();
  }
}

}  // namespace acgd
