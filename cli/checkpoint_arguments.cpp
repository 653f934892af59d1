#include "cli/checkpoint_arguments.hpp"

#include "acgd/core/error.hpp"
#include "problem/checkpoint_times.hpp"

namespace acgd::cli {

void CheckpointArguments::add_to(Arguments& arguments) {
  arguments.begin_group("Checkpoints");
  arguments.add("--checkpoint", file, {"FILE", "keep the state of the run there, to go on later"});
  arguments.add("--checkpoint-every", every,
                {"N|SECONDS", "so many iterations, as 500, or seconds, as 30s; 60s unless given"});
  arguments.add("--resume", resume,
                {"FILE", "go on from a checkpoint of the same problem, as if never stopped"});
}

void CheckpointArguments::declare(Paths& paths) const {
  paths.write("--checkpoint", file);
  paths.read("--resume", resume, "--checkpoint");
}

CheckpointOptions CheckpointArguments::options() const {
  check_replaced_output("checkpoint", file);
  if (every && !file) throw InvalidInput("checkpoint-every: needs --checkpoint, which is absent");
  if (!file) return {};
  return problem::make_checkpoint_times("checkpoint-every",
                                        every.value_or(problem::default_checkpoint_times));
}

std::shared_ptr<const Checkpoint> CheckpointArguments::read() const {
  return resume ? std::make_shared<const Checkpoint>(read_checkpoint(*resume)) : nullptr;
}

}  // namespace acgd::cli
