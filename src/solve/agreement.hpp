#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "acgd/solve/options.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd {

/// Inputs of the stopping tests that may differ between ranks and have to be merged.
struct Signs {
  double seconds = 0;               ///< after merging, those of rank 0
  bool observer_asked = false;      ///< on any rank
  bool interrupted = false;         ///< on any rank
  std::exception_ptr failure = {};  ///< of the observer; ends the run on all ranks
};

/// Keeps the ranks of one run consistent: they take the same decisions, and none waits for a rank
/// that has stopped.
class Agreement {
 public:
  explicit Agreement(std::shared_ptr<const Team> team);

  /// Merges the signs of all ranks, one small message per iteration. Throws a failure of the
  /// observer: unchanged on the rank where it happened, elsewhere as a runtime_error with the same
  /// text.
  Signs on(const Signs& mine);

 private:
  struct Message {
    double seconds;
    std::uint64_t observer_asked, interrupted, failed;
  };

  std::shared_ptr<const Team> team_;
  std::vector<Index> counts_;
  std::vector<Message> all_;
};

/// Options that are consistent on all ranks: rank 0 provides the checkpoint to resume from, and
/// only its checkpoints are saved. Throws InvalidInput on all ranks if the input is invalid on any,
/// or if options, sets or starts differ. The samples of f may differ.
Options agreed(const Problem& problem, const Options& options);

}  // namespace acgd
