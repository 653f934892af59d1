#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "acgd/fit/family.hpp"
#include "acgd/fit/folds.hpp"
#include "acgd/fit/follow.hpp"
#include "acgd/fit/linear_model.hpp"
#include "acgd/objective/ridge.hpp"

namespace acgd {

/// Where a path is: fits are counted over all folds.
struct PathProgress {
  Index fits_done = 0;
  Index fits = 0;   ///< 0: not known yet
  Index fold = -1;  ///< -1: the fit of all samples
  double radius = 0;
};

/// How a path of fits goes.
struct PathOptions {
  /// Positive and ascending; empty: `count` of them are found, see UsefulRadii.
  std::vector<double> radii = {};
  Index count = 30;
  Index folds = 5;  ///< 0: nothing is held out
  std::uint64_t seed = 1;
  /// Somebody's own instead: `folds` is how many there are, then.
  std::vector<Fold> given_folds = {};
  bool intercept = true;
  bool standardize = false;
  double ridge = 0;
  /// Of every fit. Without a tolerance, a fit ends at a gap of `tolerance` |f|.
  Options run = {};
  double tolerance = 1e-4;
  std::function<void(const PathProgress&)> progress = {};

  Description describe() {
    return {{"count", count, range::from_2, "how many radii, where they are found from the data"},
            {"folds", folds, range::from_0,
             "so many times a part of the samples is held out, each sample once; 0: never"},
            {"intercept", intercept, range::any,
             "add a constant to the predictions, which is outside of the set"},
            {"standardize", standardize, range::any,
             "divide features by their standard deviation; coefficients are in the units of the "
             "data again"},
            ridge_parameter(ridge),
            {"tolerance", tolerance, range::positive,
             "end each fit at a gap of this times |f|, unless a tolerance of the run is given"}};
  }
};

/// One radius of a path: the fit of all samples, and how fits of the same radius do on samples that
/// they have not seen.
struct PathFit {
  double radius = 0;
  SparseMatrix coefficients =
      {};                 ///< in the units of the data, a row a feature, a column an output
  Vector intercept = {};  ///< empty: none
  Index nonzeros = 0;     ///< features with a coefficient that is not 0
  double loss = 0;        ///< the mean loss of the samples, without a ridge
  double explained = 0;   ///< the share of the loss without any feature that is gone
  Scores scores = {};     ///< of the samples
  double gap = 0;
  Status status = Status::iteration_limit;
  Counts counts = {};  ///< of this fit

  double held_out_loss =
      std::numeric_limits<double>::quiet_NaN();  ///< mean over the folds; NaN without folds
  double held_out_error = std::numeric_limits<double>::quiet_NaN();  ///< its standard error
  Scores held_out_scores = {};                                       ///< means over the folds
  Scores held_out_errors = {};                                       ///< their standard errors
};

struct Path {
  std::vector<PathFit> fits;  ///< radii ascend
  /// The position of the lowest held-out loss, and of the smallest radius whose held-out loss is
  /// within one standard error of it. Absent without folds.
  std::optional<Index> best = {};
  std::optional<Index> one_standard_error = {};
  Standardization scaling = {};
  double ridge = 0;  ///< that of the options
  double loss_without_features = 0;
  Counts counts = {};  ///< of all fits, those of folds included
  double seconds = 0;
  bool interrupted = false;  ///< then fits are those that were complete

  /// The fit at a position as a model; objective, set and names are the caller's to fill in.
  LinearModel model(Index position) const;
};

/// Fits samples over sets of ascending radius, and finds by cross-validation which radius predicts
/// best. Throws InvalidInput for bad input; `set` is asked for sets of features x outputs variables.
Path fit_path(const Samples& samples, const Family& family, const SetOfRadius& set,
              const PathOptions& options = {});

}  // namespace acgd
