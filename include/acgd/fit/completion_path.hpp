#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "acgd/fit/completion_fit.hpp"

namespace acgd {

/// One radius of a path.
struct CompletionPathFit {
  double radius = 0;
  Index rank = 0;
  double train_rmse = 0;
  double held_out_rmse = 0;
  double value = 0;  ///< of the objective
  double gap = 0;
  Status status = Status::iteration_limit;
  Counts counts = {};
};

struct CompletionPathOptions {
  CompletionFitOptions fit = {};
  /// Positive and ascending; all of them are tried. Empty: they grow by a factor of sqrt(2) from 1/20
  /// of rough_radius(), until the held-out error has not fallen by 1e-4 of itself twice in a row.
  std::vector<double> radii = {};
  double validation = 0.1;
  std::uint64_t seed = 1;
  /// Sees every radius as it is done.
  std::function<void(const CompletionPathFit&)> progress = {};

  Description describe() {
    Description all = fit.describe();
    all.push_back({"validation", validation, Range{0, 0.5, false, true, "must be in (0, 0.5]"},
                   "the share of the entries that is held out to find the best radius"});
    return all;
  }
};

struct CompletionPath {
  std::vector<CompletionPathFit> fits;  ///< radii ascend
  Index best = 0;                       ///< the position of the lowest held-out error
  /// The fit of all entries with the best radius, begun at that of the path. Of an interrupted path
  /// that one itself.
  CompletionFit refit;
  Counts counts = {};  ///< of all runs
  double seconds = 0;
  bool interrupted = false;
};

/// Completes a matrix with ascending radii, each run beginning where the one before has ended, grown
/// with the radius; judges each by entries that it has not seen, the same ones for the same seed;
/// and fits all entries with the radius that predicts best. Throws InvalidInput for bad input.
CompletionPath fit_completion_path(const ObservedMatrix& seen,
                                   const CompletionPathOptions& options = {});

}  // namespace acgd
