#include "cli/checkpoint_arguments.hpp"

#include "acgd/core/error.hpp"
#include "problem/words.hpp"

namespace acgd::cli {
namespace {

/// Little is lost, and nobody notices the writing.
constexpr const char* kEvery = "60s";

}  // namespace

void CheckpointArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Checkpoints");
  arguments.add("--checkpoint", file, {"FILE", "keep the state of the run there, to go on later"});
  arguments.add("--checkpoint-every", every,
                {"N|SECONDS", "so many iterations, as 500, or seconds, as 30s; 60s unless given"});
  arguments.add("--resume", resume,
                {"FILE", "go on from a checkpoint of the same problem, as if never stopped"});
}

CheckpointOptions CheckpointArguments::options() const {
  CheckpointOptions options;
  check_output("checkpoint", file);
  if (every && !file) throw InvalidInput("checkpoint-every: needs --checkpoint, which is absent");
  if (!file) return options;
  const std::string text = every.value_or(kEvery);
  if (text.ends_with('s')) {
    options.every_seconds = problem::to_number("checkpoint-every", text.substr(0, text.size() - 1));
    require_positive("checkpoint-every", options.every_seconds);
  } else {
    options.every = problem::to_count("checkpoint-every", text, 1);
  }
  return options;
}

std::shared_ptr<const Checkpoint> CheckpointArguments::read() const {
  return resume ? std::make_shared<const Checkpoint>(read_checkpoint(*resume)) : nullptr;
}

}  // namespace acgd::cli
