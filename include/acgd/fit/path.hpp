#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "acgd/fit/linear_model.hpp"
#include "acgd/objective/sum.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd {

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

/// Throws InvalidInput unless radii are positive, finite and ascending.
void check_radii(std::span<const double> radii);
/// Throws InvalidInput unless lambdas are >= 0, finite and descending.
void check_lambdas(std::span<const double> lambdas);

/// Progress of a path; fits are counted over all folds.
struct PathProgress {
  Index fits_done = 0;
  Index fits = 0;   ///< 0: unknown
  Index fold = -1;  ///< -1: the fit of all samples
  double radius = 0;
};

/// Options of a fit of a linear model.
struct FitOptions {
  bool intercept = true;
  bool standardize = false;
  double ridge = 0;
  double total_weight = 0;  ///< the n of the BIC; 0: the sum of the weights
  /// Solver options. Without a tolerance, `tolerance` determines one.
  Options run = {};
  double tolerance = 1e-4;
  /// In place of a radius: lambda of the penalty lambda * gauge, >= 0, in the units of the mean
  /// loss. fit_path() has lambdas of its own.
  std::optional<double> lambda = {};

  Description describe();
};

/// Options of fit_path().
struct PathOptions {
  /// Positive and ascending. Empty: an automatic grid, on which penalties decrease geometrically
  /// from that of the null model, the first fit, to `smallest_penalty` times it.
  std::vector<double> radii = {};
  /// In place of radii: >= 0, finite and descending. Then every fit has a penalty lambda * gauge
  /// instead of a constraint, and its radius is the gauge of its solution. Folds have the same
  /// lambdas.
  std::vector<double> lambdas = {};
  /// Without radii and lambdas: an automatic grid of lambdas in place of radii, all of which are
  /// fitted: `count` of them, from that of the null model to `smallest_penalty` times it.
  bool by_lambda = false;
  Index count = 30;  ///< maximum number of automatic radii; see PathEnd
  double smallest_penalty = 1e-3;
  /// End an automatic grid when the BIC has been rising.
  bool stop_by_bic = false;
  Index folds = 5;  ///< 0: no cross-validation
  std::uint64_t seed = 1;
  /// User-defined folds; `folds` must be their number.
  std::vector<Fold> given_folds = {};
  /// Every fit ends at a gap of fit.tolerance |f|, unless fit.run has a tolerance.
  FitOptions fit = {};
  std::function<void(const PathProgress&)> progress = {};

  /// Parameters of this struct and of the fits.
  Description describe();
};

/// One radius of a path: the fit of all samples, and the held-out scores of the folds at the same
/// radius.
struct PathFit {
  double radius = 0;  ///< 0: the null model without features
  /// Lambda of the penalised problem with the same solution: as given, else the dual norm of the
  /// gradient.
  double penalty = 0;
  Index nonzeros = 0;  ///< number of features with a non-zero coefficient
  /// In the units of the data; one row per feature, one column per output.
  SparseMatrix coefficients = {};
  Vector intercept = {};  ///< empty: none
  double loss = 0;        ///< mean loss of the samples, without the ridge
  double value = 0;       ///< value of the objective: the loss plus the ridge
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
  last_radius,  ///< all given radii or lambdas are done
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

/// A fit at one radius.
struct LinearFit {
  double radius = 0;   ///< 0: the null model
  double penalty = 0;  ///< as in PathFit
  LinearModel model;   ///< the caller sets objective, set and names
  Result result;       ///< x in the units of the fit
  /// The path that chose the radius, if none was given. If it was interrupted, there is no fit.
  std::optional<Path> path = {};
};

/// Fits samples over the set of a radius, or with the penalty options.lambda; without both, over the
/// set with the lowest BIC of an automatic path with the default tolerance.
///
/// The fit ends at a gap of options.tolerance times the loss of the null model, for losses of
/// classes at a gap of options.tolerance, unless options.run has a tolerance. It starts at the
/// solution of the path, or at the coefficients `start`, in the units of the data and scaled to the
/// radius if they are outside the set; else at 0, or where the set does not contain 0 at a vertex.
/// Throws InvalidInput for invalid input.
LinearFit fit_linear(const Samples& samples, const Family& family, const SetOfRadius& set,
                     std::optional<double> radius, const FitOptions& options = {},
                     const SparseMatrix& start = {});

}  // namespace acgd
