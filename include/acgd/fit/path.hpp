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

/// What a feature was turned into for a fit: (feature - center) / scale. A model's coefficients are
/// in the units of the data again.
struct Standardization {
  Vector center = {};  ///< empty: nothing was subtracted
  Vector scale = {};   ///< empty: nothing was divided by; 1 for constant features
};

/// The (weighted) means of dense features, if they are to be subtracted, and standard deviations of
/// all, 1 in place of 0: a constant feature stays as it is, or is 0 where its mean is subtracted.
/// Nothing is subtracted from sparse ones, which would not be sparse any more.
Standardization measure_features(const Samples& samples, bool subtract);

/// Predictions that are linear in the features, and where they come from.
struct LinearModel {
  std::string objective;                  ///< as it was typed: "huber:rho=0.5"
  std::string set = {};                   ///< as it is typed: "l1:2.5"
  std::vector<std::string> columns = {};  ///< names of the features; empty: they have none
  std::vector<std::string> classes = {};  ///< names, in order; empty: targets are numbers
  SparseMatrix coefficients = {};         ///< a row a feature, a column an output
  Vector intercept = {};                  ///< one an output; empty: there is none
  Standardization scaling = {};
  std::string target = {};  ///< its column of the table, by name or number from 1; empty: unknown
  Vector fill = {};         ///< what stands for a missing feature; empty: none may be missing

  double ridge = 0;  ///< l of the l/2 ||x||^2 that was added to the loss, x as the fit had it
  double value = std::numeric_limits<double>::quiet_NaN();  ///< of the objective
  double gap = std::numeric_limits<double>::quiet_NaN();
  Scores scores = {};  ///< how good it is: {"held-out loss", 0.31}, {"train accuracy", 0.9}

  /// A row a sample, a column an output.
  Matrix predict(const Features& features) const;
};

/// A set for every radius r > 0: what a path varies. The set of radius s r is that of radius r, s
/// times as large.
using SetOfRadius = std::function<std::shared_ptr<const Oracle>(double radius)>;

/// One fit of a path.
struct RadiusFit {
  double radius = 0;
  Result result;
};

/// Sees every fit as it ends; true ends the path there.
using FitObserver = std::function<bool(const RadiusFit&)>;

/// Minimises f over sets of ascending radius, each run beginning where the one before has ended: its
/// point and atoms grow with the set.
///
/// Ends early when the observer asks, or when a run is interrupted or not usable. Throws
/// InvalidInput unless radii are positive, finite and ascending.
std::vector<RadiusFit> follow(const Objective& f, const SetOfRadius& set,
                              std::span<const double> radii, const Options& options,
                              const FitObserver& observer = {});

/// Where a path is: fits are counted over all folds.
struct PathProgress {
  Index fits_done = 0;
  Index fits = 0;   ///< 0: not known yet
  Index fold = -1;  ///< -1: the fit of all samples
  double radius = 0;
};

/// How a path of fits goes.
struct PathOptions {
  /// Positive and ascending; empty: they are found on the way, so that penalties fall by one factor
  /// from that of the null model, which is the first fit, to `smallest_penalty` of it.
  std::vector<double> radii = {};
  Index count = 30;  ///< at most; see PathEnd
  double smallest_penalty = 1e-3;
  /// Radii that are found also end once the BIC has been rising.
  bool stop_by_bic = false;
  double total_weight = 0;  ///< the n of the BIC; 0: the sum of the weights
  Index folds = 5;          ///< 0: nothing is held out
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

/// One radius of a path: the fit of all samples, and how fits of the same radius do on samples that
/// they have not seen.
struct PathFit {
  double radius = 0;   ///< 0: the null model, which has no feature
  double penalty = 0;  ///< lambda with the same fit as a penalty: the dual norm of the gradient
  SparseMatrix coefficients =
      {};                 ///< in the units of the data, a row a feature, a column an output
  Vector intercept = {};  ///< empty: none
  Index nonzeros = 0;     ///< features with a coefficient that is not 0
  double loss = 0;        ///< the mean loss of the samples, without a ridge
  /// -2 log likelihood + (number of non-zeros) log n; NaN where the loss is that of no likelihood
  double bic = std::numeric_limits<double>::quiet_NaN();
  double explained = 0;  ///< the share of the loss without any feature that is gone
  Scores scores = {};    ///< of the samples
  double gap = 0;
  Status status = Status::iteration_limit;
  Counts counts = {};          ///< of this fit
  std::string direction = {};  ///< the rule that chose where to go: what auto has chosen

  double held_out_loss =
      std::numeric_limits<double>::quiet_NaN();  ///< mean over the folds; NaN without folds
  double held_out_error = std::numeric_limits<double>::quiet_NaN();  ///< its standard error
  Scores held_out_scores = {};                                       ///< means over the folds
  Scores held_out_errors = {};                                       ///< their standard errors
};

/// Why a path ended where it did.
enum class PathEnd {
  last_radius,  ///< those that were given are done
  penalty,      ///< found: the smallest penalty of the grid was reached
  saturated,  ///< found: 99.9 % of the loss are explained, or the last radius gained less than 1e-5
  rising,     ///< found: five held-out losses in a row, or three BICs, were well above the lowest
  stopped,    ///< interrupted, or a fit has failed
};
std::string_view to_string(PathEnd end);

struct Path {
  std::vector<PathFit> fits;  ///< radii ascend
  PathEnd end = PathEnd::last_radius;
  /// The position of the lowest held-out loss, and of the smallest radius whose held-out loss is
  /// within one standard error of it. Absent without folds.
  std::optional<Index> best = {};
  std::optional<Index> one_standard_error = {};
  std::optional<Index> lowest_bic = {};  ///< the position of the lowest; absent if there is none
  Standardization scaling = {};
  double ridge = 0;                  ///< that of the options
  double loss_without_features = 0;  ///< that of the null model
  double held_out_loss_without_features = std::numeric_limits<double>::quiet_NaN();
  Counts counts = {};  ///< of all fits, those of folds included
  double seconds = 0;
  bool interrupted = false;  ///< then fits are those that were complete

  /// Whether the best held-out loss is that of the largest radius, and a larger one might be better.
  bool ends_too_soon() const;
  /// Whether no fit has a lower held-out loss than the null model.
  bool is_no_better_than_null() const;

  /// The fit at a position as a model; objective, set and names are the caller's to fill in.
  LinearModel model(Index position) const;
};

/// Fits samples over sets of ascending radius, and finds by cross-validation which radius predicts
/// best. All folds go along with the fit of all samples, radius by radius: their samples are in memory
/// at the same time. Throws InvalidInput for bad input; `set` is asked for sets of features x outputs variables.
Path fit_path(const Samples& samples, const Family& family, const SetOfRadius& set,
              const PathOptions& options = {});

}  // namespace acgd
