#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd::experiments {

/// A run whose clock began when all that runs share was there.
struct MeasuredRun {
  Result result;     ///< with its trace and seconds: that of the repetition with the median time
  double setup = 0;  ///< seconds before: the rule's constants, and what runs on one objective share
  int repetitions = 1;
  double fastest = 0;  ///< seconds of the repetitions
  double slowest = 0;
};

/// Runs on an objective of its own (fresh()), so that no run pays for another. Two runs of
/// one step come first; the set-up is what the first took longer, and the rule's own. A run of less
/// than a second is made several times; all end at the same bits. One that the clock or somebody
/// ended is made once.
MeasuredRun measure(const Problem& problem, Options options,
                    const std::function<StepChoice()>& make_step);

/// The same function on the same data, with nothing found yet of what runs on one objective share
/// (a Gram matrix, a Lipschitz constant): the first run on it pays for that itself. The objective
/// itself where its runs share nothing.
std::shared_ptr<const Objective> fresh(const std::shared_ptr<const Objective>& f);

/// As often is a run made that took so long: 5 times below a tenth of a second, 3 times below one.
int repetitions_of(double seconds);

/// Where the median of an odd number of times stands.
std::size_t median_place(const std::vector<double>& seconds);

}  // namespace acgd::experiments
