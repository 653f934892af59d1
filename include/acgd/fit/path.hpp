#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/fit/family.hpp"
#include "acgd/fit/samples.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd {

/// Standardisation of features for a fit: (feature - center) / scale. Coefficients of models are in
/// the units of the data.
struct Standardization {
  Vector center = {};  ///< empty: not centred
  Vector scale = {};   ///< empty: not scaled; 1 for constant features
};

/// Weighted means of dense features, if `subtract`, and standard deviations, with 1 in place of 0:
/// a constant feature is not scaled. Sparse features are not centred, which would destroy their
/// sparsity.
Standardization measure_features(const Samples& samples, bool subtract);

/// A linear model with its origin.
struct LinearModel {
  std::string objective;                  ///< the objective's specification: "huber:rho=0.5"
  std::string set = {};                   ///< the set's specification: "l1:2.5"
  std::vector<std::string> columns = {};  ///< names of the features; empty: none
  std::vector<std::string> classes = {};  ///< names, in order; empty: targets are numbers
  SparseMatrix coefficients = {};         ///< one row per feature, one column per output
  Vector intercept = {};                  ///< one per output; empty: none
  Standardization scaling = {};
  std::string target = {};  ///< its column in the table, by name or number from 1; empty: unknown
  Vector fill = {};  ///< replacements of missing features; empty: missing values are not allowed

  double ridge = 0;  ///< l of the term l/2 ||x||^2 of the objective, x in the units of the fit
  double value = std::numeric_limits<double>::quiet_NaN();  ///< value of the objective
  double gap = std::numeric_limits<double>::quiet_NaN();
  Scores scores = {};  ///< such as {"held-out loss", 0.31}, {"train accuracy", 0.9}

  /// Predictions: one row per sample, one column per output.
  Matrix predict(const Features& features) const;
};

/// A set for every radius r > 0. The set of radius s r must be s times that of radius r.
using SetOfRadius = std::function<std::shared_ptr<const Oracle>(double radius)>;

/// One fit of a path.
struct RadiusFit {
  double radius = 0;
  Result result;
};

/// Called after each fit; returning true ends the path.
using FitObserver = std::function<bool(const RadiusFit&)>;

/// Minimises f over sets of ascending radius. Each run is warm-started at the solution of the last,
/// scaled with the set.
///
/// Ends early if the observer returns true, or if a run is interrupted or fails. Throws
/// InvalidInput unless radii are positive, finite and ascending.
std::vector<RadiusFit> follow(const Objective& f, const SetOfRadius& set,
                              std::span<const double> radii, const Options& options,
                              const FitObserver& observer = {});

/// Progress of a path; fits are counted over all folds.
struct PathProgress {
  Index fits_done = 0;
  Index fits = 0;   ///< 0: unknown
  Index fold = -1;  ///< -1: the fit of all samples
  double radius = 0;
};

/// Options of fit_path().
struct PathOptions {
  /// Positive and ascending. Empty: an automatic grid, on which penalties decrease geometrically
  /// from that of the null model, the first fit, to `smallest_penalty` times it.
  std::vector<double> radii = {};
  Index count = 30;  ///< maximum number of automatic radii; see PathEnd
  double smallest_penalty = 1e-3;
  /// End an automatic grid when the BIC has been rising.
  bool stop_by_bic = false;
  double total_weight = 0;  ///< the n of the BIC; 0: the sum of the weights
  Index folds = 5;          ///< 0: no cross-validation
  std::uint64_t seed = 1;
  /// User-defined folds; `folds` must be their number.
  std::vector<Fold> given_folds = {};
  bool intercept = true;
  bool standardize = false;
  double ridge = 0;
  /// Solver options of every fit. Without a tolerance, a fit ends at a gap of `tolerance` |f|.
  Options run = {};
  double tolerance = 1e-4;
  std::function<void(const PathProgress&)> progress = {};

  Description describe() {
    return {{"count", count, range::from_2,
             "the most radii, the null model included, where they are found from the data"},
            {"smallest_penalty", smallest_penalty, range::positive,
             "the last radius that is found is that of this times the penalty of the null model"},
            {"stop_by_bic", stop_by_bic, range::any,
             "end radii that are found where the Bayesian information criterion has been rising"},
            {"total_weight", total_weight, range::non_negative,
             "the number of samples in the Bayesian information criterion; 0: the sum of weights"},
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

/// One radius of a path: the fit of all samples, and the held-out scores of the folds at the same
/// radius.
struct PathFit {
  double radius = 0;   ///< 0: the null model without features
  double penalty = 0;  ///< equivalent lambda of the penalised problem: dual norm of the gradient
  SparseMatrix coefficients =
      {};                 ///< in the units of the data; one row per feature, one column per output
  Vector intercept = {};  ///< empty: none
  Index nonzeros = 0;     ///< number of features with a non-zero coefficient
  double loss = 0;        ///< mean loss of the samples, without the ridge
  /// -2 log likelihood + (number of non-zeros) log n; NaN if the loss does not correspond to a
  /// likelihood
  double bic = std::numeric_limits<double>::quiet_NaN();
  double explained = 0;  ///< fraction of the loss of the null model that is explained
  Scores scores = {};    ///< on the training samples
  double gap = 0;
  Status status = Status::iteration_limit;
  Counts counts = {};          ///< of this fit
  std::string direction = {};  ///< name of the direction rule used, also if chosen automatically

  double held_out_loss =
      std::numeric_limits<double>::quiet_NaN();  ///< mean over the folds; NaN without folds
  double held_out_error = std::numeric_limits<double>::quiet_NaN();  ///< its standard error
  Scores held_out_scores = {};                                       ///< means over the folds
  Scores held_out_errors = {};                                       ///< their standard errors
};

/// Why a path ended. All but last_radius and stopped apply to automatic grids only.
enum class PathEnd {
  last_radius,  ///< all given radii are done
  penalty,      ///< the smallest penalty of the grid was reached
  saturated,    ///< 99.9 % of the loss is explained, or the last gain was below a relative 1e-5
  rising,       ///< the last five held-out losses, or three BICs, were well above the lowest
  stopped,      ///< interrupted, or a fit failed
};
std::string_view to_string(PathEnd end);

struct Path {
  std::vector<PathFit> fits;  ///< radii ascend
  PathEnd end = PathEnd::last_radius;
  /// Index of the lowest held-out loss, and of the smallest radius whose held-out loss is within
  /// one standard error of it. Absent without folds.
  std::optional<Index> best = {};
  std::optional<Index> one_standard_error = {};
  std::optional<Index> lowest_bic = {};  ///< index of the lowest BIC; absent if there is none
  Standardization scaling = {};
  double ridge = 0;                  ///< as in the options
  double loss_without_features = 0;  ///< loss of the null model
  double held_out_loss_without_features = std::numeric_limits<double>::quiet_NaN();
  Counts counts = {};  ///< of all fits, including those of folds
  double seconds = 0;
  bool interrupted = false;  ///< if so, `fits` ends with the last radius that was started

  /// Whether the best held-out loss is at the largest radius, and a larger one might be better.
  bool ends_too_soon() const;
  /// Whether no fit has a lower held-out loss than the null model.
  bool is_no_better_than_null() const;

  /// The fit at an index as a model; the caller sets the objective, set and names.
  LinearModel model(Index position) const;
};

/// Fits samples over sets of ascending radius, and selects the radius that predicts best by
/// cross-validation. The folds are fitted together with all samples, radius by radius, so that all
/// their samples are in memory at the same time. `set` must return sets of features x outputs
/// variables. Throws InvalidInput for invalid input.
Path fit_path(const Samples& samples, const Family& family, const SetOfRadius& set,
              const PathOptions& options = {});

}  // namespace acgd
