#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "acgd/fit/biases.hpp"
#include "acgd/fit/family.hpp"
#include "acgd/iterate/point.hpp"

namespace acgd {

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

}  // namespace acgd
