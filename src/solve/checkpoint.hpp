#pragma once

#include <optional>

#include "acgd/solve/options.hpp"
#include "acgd/solve/stop_rule.hpp"
#include "solve/run.hpp"

namespace acgd {

/// The checkpoints of one run: what it goes on from, and what it leaves behind.
class Checkpoints {
 public:
  /// Brings the run to where the checkpoint in the options was made, if there is one. Throws
  /// InvalidInput if it is not one of this run, or if checkpoints are asked for and objective or
  /// rules keep none.
  Checkpoints(const Options& options, Run& run);

  /// To be called at each point once it is judged, with the reason to stop there, if there is one.
  /// Saves the run if it is time to, or if it stops and could go on later. Gives the reason back,
  /// or says that saving has failed.
  std::optional<Stop> keep(std::optional<Stop> stop);

 private:
  bool is_due();
  std::optional<Stop> save();
  /// Returns what is the trouble with it, behind an exclamation mark, since it may be nothing but
  /// that. Ranks other than 0 take part in it and keep nothing.
  std::string make();

  const Options& options_;
  Run& run_;
  Index last_iteration_ = 0;  ///< when a checkpoint was saved or resumed
  /// The same, as the next point sees it: all ranks must see the same. Absent until then.
  std::optional<double> last_seconds_ = 0;
  Checkpoint checkpoint_;  ///< its memory is used again
};

}  // namespace acgd
