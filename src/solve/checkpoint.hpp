#pragma once

#include <optional>

#include "acgd/solve/options.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "solve/run.hpp"

namespace acgd {

/// Loads and saves the checkpoints of one run.
class Checkpoints {
 public:
  /// Loads the checkpoint of the options, if there is one. Throws InvalidInput if it belongs to
  /// another run, or if checkpoints are requested and objective or rules do not support them.
  Checkpoints(const Options& options, Run& run);

  /// Call at each iteration after judge(), with its result. Saves a checkpoint if one is due, or if
  /// the run stops and can be continued. Returns `stop`, or checkpoint_failed if saving failed.
  std::optional<Stop> keep(std::optional<Stop> stop);

 private:
  bool is_due();
  std::optional<Stop> save();
  /// Saves a checkpoint. Returns an empty string, or "!" followed by the error message, which may
  /// be empty. Ranks other than 0 take part and store nothing.
  std::optional<std::string> make();

  const Options& options_;
  Run& run_;
  Index last_iteration_ = 0;  ///< of the last checkpoint saved or resumed
  /// Time of that checkpoint as seen by the next iteration, equal on all ranks. Absent until then.
  std::optional<double> last_seconds_ = 0;
  Checkpoint checkpoint_;  ///< its memory is reused
};

}  // namespace acgd
