#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
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

/// A matrix with observed and missing entries.
struct ObservedMatrix {
  Index rows = 0;
  Index cols = 0;
  std::vector<Observation> entries;
};

/// Baseline prediction of an entry: mean + row[i] + col[j].
struct Biases {
  double mean = 0;
  Vector row = {};  ///< one per row; empty: all 0
  Vector col = {};  ///< one per column; empty: all 0

  /// Rows and columns without observations, also those outside the matrix, have bias 0.
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

  Description describe();
};

/// The mean of the entries, and the minimiser of
///
///     sum over the entries of weight * (mean + row_i + col_j - value)^2
///         + damping (|row|^2 + |col|^2)
///
/// Solved to rounding error by conjugate gradients on the columns, with the rows eliminated. The
/// same input gives the same bits. Throws InvalidInput for invalid entries and a negative damping.
Biases fit_biases(const ObservedMatrix& seen, const BiasOptions& options = {});

/// Subtracts the biases from the entries.
ObservedMatrix subtract(ObservedMatrix seen, const Biases& biases);

/// The columns with an observed entry in each row.
class SeenColumns {
 public:
  SeenColumns() = default;
  explicit SeenColumns(const ObservedMatrix& seen);
  /// Throws InvalidInput unless the columns of each row ascend from 0 to below `columns`.
  SeenColumns(const std::vector<std::vector<int>>& rows, Index columns);

  /// The columns of a row, ascending; empty for rows outside the matrix.
  std::span<const int> of(Index row) const;
  /// For each of the `columns` columns, whether some row has an entry in it.
  std::vector<bool> anywhere(Index columns) const;

 private:
  std::vector<Index> starts_ = {0};  ///< of the rows in cols_
  std::vector<int> cols_;
};

/// A recommended column with its prediction.
struct Recommendation {
  Index col = 0;
  double prediction = 0;
};

/// Predictions of the entries of a matrix: biases plus a low-rank matrix.
struct CompletionModel {
  std::string objective = "completion";  ///< the objective's specification
  std::string set = {};                  ///< the set's specification: "nuclear:500"
  Biases biases = {};
  LowRank factors = {};
  /// Labels of row 0 and column 0 in the data file.
  Index first_row = 0;
  Index first_col = 0;
  SeenColumns seen = {};
  /// Predictions are clipped to this range, that of the observed values.
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();

  double value = std::numeric_limits<double>::quiet_NaN();  ///< value of the objective
  double gap = std::numeric_limits<double>::quiet_NaN();
  Scores scores = {};  ///< {"train rmse", 0.74}, {"held-out rmse", 0.92}

  Index rows() const { return factors.rows(); }
  Index cols() const { return factors.cols(); }

  /// The predicted entry (i, j), clipped. Outside the matrix, biases and factors count as 0.
  double predict(Index i, Index j) const { return std::clamp(unclipped(i, j), lowest, highest); }
  /// mean + row bias + column bias + factors
  double unclipped(Index i, Index j) const;

  /// The `top` columns with the highest unclipped predictions for a row, best first, ties by index.
  /// Observed columns are omitted unless `with_seen`. Throws InvalidInput unless the matrix has the
  /// row and `top` >= 1.
  std::vector<Recommendation> recommend(Index row, Index top, bool with_seen = false) const;
};

/// Weighted root mean square error.
double root_mean_square_error(const CompletionModel& model, const ObservedMatrix& seen);

/// The problem behind a completion: biases first, then the loss of a matrix for their residuals.
class CompletionProblem {
 public:
  /// Without options of biases none are subtracted. The ranks of a team have some of the entries
  /// each; then there must be no biases.
  CompletionProblem(std::shared_ptr<const ObservedMatrix> seen,
                    const std::optional<BiasOptions>& biases, const CompletionOptions& options,
                    std::shared_ptr<const Team> team = alone());

  const std::shared_ptr<const MatrixCompletion>& objective() const { return f_; }
  const Biases& biases() const { return biases_; }

  /// A solution as a model: biases plus the solution, whose rank is truncated, with the range of the
  /// entries. The caller sets objective, set and the labels of rows and columns.
  CompletionModel model(const Result& result, double truncation) const;

 private:
  std::shared_ptr<const ObservedMatrix> seen_;
  Biases biases_;
  std::shared_ptr<const MatrixCompletion> f_;
};

/// Options of a completion: biases first, then a matrix in a nuclear-norm ball for the residual.
struct CompletionFitOptions {
  BiasOptions biases = {};
  CompletionOptions objective = {.loss = CompletionLoss::squared};
  /// Solver options. Without a tolerance, a run ends at a gap of `tolerance` times the loss of the
  /// biases alone: predictions of missing entries converge long before the loss does.
  Options run = {.step = LineSearch{}};
  double tolerance = 0.02;
  double truncation = 0.01;
  bool clip = true;

  /// Parameters of this struct and of the biases.
  Description describe();
};

struct CompletionFit {
  CompletionModel model;
  Result result;  ///< result of the solver: the matrix before truncation
};

/// Fits biases and a matrix of nuclear norm at most `radius`. `start`: factors of another fit for a
/// warm start, scaled down if they exceed the radius. Rows and columns without entries have zero
/// biases and factors and do not affect the others. Throws InvalidInput for invalid input.
CompletionFit fit_completion(const ObservedMatrix& seen, double radius,
                             const CompletionFitOptions& options = {}, const LowRank& start = {});

/// Twice the Frobenius norm of the residuals of the biases: a radius of the right order of
/// magnitude. fit_completion_path() finds the one that predicts best.
double rough_radius(const ObservedMatrix& seen, const BiasOptions& options = {});

/// One radius of a path.
struct CompletionPathFit {
  double radius = 0;
  Index rank = 0;
  double train_rmse = 0;
  double held_out_rmse = 0;
  double value = 0;  ///< value of the objective
  double gap = 0;
  Status status = Status::iteration_limit;
  Counts counts = {};
};

struct CompletionPathOptions {
  CompletionFitOptions fit = {};
  /// Positive and ascending; all are tried. Empty: radii grow by a factor of sqrt(2) from 1/20 of
  /// rough_radius(), until the held-out error has failed twice in a row to decrease by a relative
  /// 1e-4.
  std::vector<double> radii = {};
  double validation = 0.1;
  std::uint64_t seed = 1;
  /// Called after each radius.
  std::function<void(const CompletionPathFit&)> progress = {};

  Description describe();
};

struct CompletionPath {
  std::vector<CompletionPathFit> fits;  ///< radii ascend
  Index best = 0;                       ///< index of the lowest held-out error
  /// The fit of all entries at the best radius, warm-started at that of the path. If the path was
  /// interrupted, the best fit of the path itself.
  CompletionFit refit;
  Counts counts = {};  ///< of all runs
  double seconds = 0;
  bool interrupted = false;
};

/// Fits ascending radii, each warm-started at the scaled solution of the last; evaluates each on
/// held-out entries, which are the same for the same seed; and refits all entries with the best
/// radius. Throws InvalidInput for invalid input.
CompletionPath fit_completion_path(const ObservedMatrix& seen,
                                   const CompletionPathOptions& options = {});

}  // namespace acgd
