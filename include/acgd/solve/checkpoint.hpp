#pragma once

#include <functional>
#include <string>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// Complete solver state at one iteration, before a step is chosen. Saving has no side effects: a
/// run that saves checkpoints, one that does not, and one that resumes from them give the same
/// bits.
struct Checkpoint {
  Index iteration = 0;
  std::string state;  ///< for the same library version on the same kind of machine
};

/// When to save a checkpoint. One is always saved when a tolerance, a limit, the observer or the
/// stop token ends the run, so that it can be continued with other options.
struct CheckpointOptions {
  Index every = 0;
  double every_seconds = range::kInfinity;
  /// Stores a checkpoint, for instance by write_checkpoint(); empty: none are saved. If it throws,
  /// the run ends with Status::checkpoint_failed. User-defined cursors and rules must override
  /// visit(Archive&), and user-defined sets must keep nothing in LmoResult::memory() that changes
  /// later vertices. The LMO is called once more, at x0, to identify the problem.
  std::function<void(const Checkpoint&)> save = {};

  Description describe();
};

/// Writes the file atomically, with a version and a checksum. Throws FileError, and then leaves the
/// old file unchanged.
void write_checkpoint(const std::string& file, const Checkpoint& checkpoint);

/// Throws FileError if the file cannot be read, and InvalidInput if it is not a checkpoint of this
/// version, or is truncated or altered.
Checkpoint read_checkpoint(const std::string& file);

}  // namespace acgd
