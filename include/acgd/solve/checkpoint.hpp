#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "acgd/core/description.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// All that a run has in its head at a point, before it chooses a step. Saving one changes nothing:
/// a run that saves them, one that does not, and one that goes on from them give the same bits.
struct Checkpoint {
  Index iteration = 0;
  std::string state;  ///< for the same version of the library on the same kind of machine
};

/// When to save a checkpoint. Whatever these say, one is saved when a tolerance, a limit, the
/// observer or the stop token ends the run, so that it can be continued with others.
struct CheckpointOptions {
  Index every = 0;
  double every_seconds = range::kInfinity;
  /// Keeps one, as by write_checkpoint(); empty: there are none. If it throws, the run ends with
  /// Status::checkpoint_failed. An objective or rule of your own has to override
  /// visit(Archive&) of its cursor or rule, and an oracle of your own must keep nothing in
  /// LmoResult::memory() that changes later answers. The LMO is called once more, at x0, so that
  /// a checkpoint of another problem can be told.
  std::function<void(const Checkpoint&)> save = {};

  Description describe() {
    return {{"checkpoint.every", every, range::from_0,
             "save a checkpoint at iterations every, 2 every, ...; 0: at none of them"},
            {"checkpoint.every_seconds", every_seconds, range::seconds_above_0,
             "save a checkpoint so many seconds after the last", "none"}};
  }
};

/// Writes a file that appears whole or not at all, with a version and a checksum. Throws FileError,
/// and then leaves what was there before.
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Throws FileError if the file cannot be read, and InvalidInput if it is not a checkpoint of this
/// version, or has been cut off or altered since it was written.
Checkpoint read_checkpoint(const std::filesystem::path& file);

}  // namespace acgd
