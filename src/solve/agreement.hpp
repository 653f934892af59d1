#pragma once

#include <cstdint>
#include <exception>
#include <vector>

#include "acgd/solve/options.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd {

/// What ranks may see differently at a point, and have to decide alike.
struct Signs {
  double seconds = 0;               ///< those of rank 0 count for all
  bool observer_asked = false;      ///< anyone's
  bool interrupted = false;         ///< anyone's
  std::exception_ptr failure = {};  ///< of the observer: anyone's ends all
};

/// The ranks of one run, which must neither wait for each other in vain nor go different ways.
class Agreement {
 public:
  explicit Agreement(std::shared_ptr<const Team> team);

  /// The signs of all ranks, one small message an iteration. If there is a failure, it is thrown:
  /// as it is where it happened, elsewhere a runtime_error that says the same.
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

/// The options as all ranks have them: rank 0 has the checkpoint to go on from, and saves others.
/// Throws InvalidInput on all ranks if they are bad on any, or not the same, or if the problems
/// are not: sets and starts, that is; f has other samples on each rank.
Options agreed(const Problem& problem, const Options& options);

}  // namespace acgd
