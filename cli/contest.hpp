#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "acgd/solve/solve.hpp"
#include "cli/comparison.hpp"

namespace acgd::cli {

/// Where runs begin.
struct DrawnStart {
  std::optional<std::uint64_t> seed;  ///< absent where nothing is drawn
  Start x0;
};

/// What all runs of a comparison share.
struct Contest {
  Problem problem;  ///< its x0 is not used
  std::vector<DrawnStart> starts;
  std::vector<Accuracy> accuracies;
  bool ends_at_tightest = false;  ///< in place of the tolerances that runs have unless told
  Options limits;                 ///< all but the rules
  problem::Judge judge = {};      ///< on held-out data; empty: there is none
  Index log_every = 0;
  bool quiet = false;
  std::stop_token interrupt = {};
  /// Sees every run once it is made, while its solution is there.
  std::function<void(const std::string& name, const ComparedStart&, const Result&)> finished = {};
};

/// Runs them all from each of the starts, one start after the other, each on a preparation of its
/// own. One that cannot run says so in its refusal. Throws InvalidInput if the problem is wrong,
/// whatever the rule, or if none of the rules can run.
Comparison hold(const Contest& contest, std::vector<Contender> contenders);

}  // namespace acgd::cli
