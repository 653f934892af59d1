#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/fit/family.hpp"
#include "acgd/iterate/point.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/solve/options.hpp"
#include "acgd/solve/result.hpp"
#include "acgd/step/line_search.hpp"

namespace acgd {

/// A matrix of which some entries are known.
struct ObservedMatrix {
  Index rows = 0;
  Index cols = 0;
  std::vector<Observation> entries;
};

/// What is said of an entry before anything is known of tastes: mean + row[i] + col[j].
struct Biases {
  double mean = 0;
  Vector row = {};  ///< one a row; empty: all of them are 0
  Vector col = {};  ///< one a column; empty: all of them are 0

  /// Rows and columns that were never seen, whether the matrix has them or not, have a bias of 0.
  double at(Index i, Index j) const {
    return mean + (has(row, i) ? row[i] : 0) + (has(col, j) ? col[j] : 0);
  }

 private:
  static bool has(const Vector& biases, Index i) { return i >= 0 && i < biases.size(); }
};

struct BiasOptions {
  bool biases = true;
  bool center = true;
  double damping = 3;

  Description describe() {
    return {{"biases", biases, range::any, "fit a constant for each row and column first"},
            {"center", center, range::any, "subtract the mean of what was observed first"},
            {"damping", damping, range::non_negative,
             "of the biases: as if each row and column had so many more entries that are average"}};
  }
};

/// The mean of the entries, and the minimiser of
///
///     sum over the entries of weight * (mean + row_i + col_j - value)^2 + damping (|row|^2 + |col|^2)
///
/// One exact solve: conjugate gradients for the columns, the rows eliminated, until rounding is all
/// that is left. The same bits always. Throws InvalidInput for bad entries and a negative damping.
Biases fit_biases(const ObservedMatrix& seen, const BiasOptions& options = {});

/// The entries less what the biases say of them.
ObservedMatrix subtract(ObservedMatrix seen, const Biases& biases);

/// Which columns of each row were seen.
class SeenColumns {
 public:
  SeenColumns() = default;
  explicit SeenColumns(const ObservedMatrix& seen);
  /// Throws InvalidInput unless the columns of each row ascend from 0 to below `columns`.
  SeenColumns(const std::vector<std::vector<int>>& rows, Index columns);

  /// Those of a row, ascending; none of a row that there is not.
  std::span<const int> of(Index row) const;
  /// Of each of so many columns whether it was seen in some row.
  std::vector<bool> anywhere(Index columns) const;

 private:
  std::vector<Index> starts_ = {0};  ///< of the rows in cols_
  std::vector<int> cols_;
};

/// A column that somebody may like, and how much.
struct Recommendation {
  Index col = 0;
  double prediction = 0;
};

/// Predictions of the entries of a matrix: biases, and a matrix of low rank for what they leave.
struct CompletionModel {
  std::string objective = "completion";  ///< as it was typed
  std::string set = {};                  ///< as it is typed: "nuclear:500"
  Biases biases = {};
  LowRank factors = {};
  /// What the file calls row 0 and column 0.
  Index first_row = 0;
  Index first_col = 0;
  SeenColumns seen = {};
  /// Predictions are clipped to these: the range of what was seen.
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();

  double value = std::numeric_limits<double>::quiet_NaN();  ///< of the objective
  double gap = std::numeric_limits<double>::quiet_NaN();
  Scores scores = {};  ///< {"train rmse", 0.74}, {"held-out rmse", 0.92}

  Index rows() const { return factors.rows(); }
  Index cols() const { return factors.cols(); }

  /// The entry (i, j), clipped. Of a row or column beyond the matrix the bias is 0, and the factors
  /// are.
  double predict(Index i, Index j) const { return std::clamp(unclipped(i, j), lowest, highest); }
  /// mean + row bias + column bias + factors
  double unclipped(Index i, Index j) const;

  /// The columns of the highest predictions for a row, best first, before they are clipped, ties by
  /// number; those that were seen there are left out unless they are wanted. Throws InvalidInput unless the matrix has the
  /// row and `top` >= 1.
  std::vector<Recommendation> recommend(Index row, Index top, bool with_seen = false) const;
};

/// The square root of the weighted mean of the squared errors.
double root_mean_square_error(const CompletionModel& model, const ObservedMatrix& seen);

/// How a matrix is completed: biases first, then a matrix in a nuclear ball for what they leave.
struct CompletionFitOptions {
  BiasOptions biases = {};
  CompletionOptions objective = {.loss = CompletionLoss::squared};
  /// Of the run. Without a tolerance it ends at a gap of `tolerance` times what the loss is with the
  /// biases alone: predictions of other entries change no more long before the loss is at its least.
  Options run = {.step = LineSearch{}};
  double tolerance = 0.02;
  double truncation = 0.01;
  bool clip = true;

  /// Of the numbers that are its own, and of the biases.
  Description describe() {
    Description all = biases.describe();
    all.push_back({"tolerance", tolerance, range::non_negative,
                   "end at a gap of this times the loss of the biases alone, unless a tolerance of "
                   "the run is given"});
    all.push_back({"truncation", truncation, range::non_negative,
                   "leave out singular values that change no prediction of an observed entry by "
                   "more than this times the standard deviation of the values"});
    all.push_back({"clip", clip, range::any,
                   "clip predictions to the range of the values that the fit has seen"});
    return all;
  }
};

struct CompletionFit {
  CompletionModel model;
  Result result;  ///< of the run: the matrix before its rank was truncated
};

/// Biases and a matrix whose singular values sum to at most `radius`. A run may start from factors
/// of another fit; the same ones are taken as far as they fit into the ball. Rows and columns without
/// entries change no bit of the others: their biases and factors are 0. Throws InvalidInput for bad
/// input.
CompletionFit fit_completion(const ObservedMatrix& seen, double radius,
                             const CompletionFitOptions& options = {}, const LowRank& start = {});

/// What a run has found for what the biases leave of the entries, with its rank truncated. Set,
/// objective and the names of rows and columns are the caller's to fill in.
CompletionModel completion_model(const ObservedMatrix& seen, Biases biases, const Result& result,
                                 double truncation = CompletionFitOptions().truncation);

/// Twice the Frobenius norm of what the biases leave of the entries: a radius that is of the right
/// order where nobody knows a better one. fit_completion_path() finds the one that predicts best.
double rough_radius(const ObservedMatrix& seen, const BiasOptions& options = {});

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
