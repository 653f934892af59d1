#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Gives every row a column of its own so that the costs sum to the least: shortest augmenting
/// paths, after a round in which rows bid for their cheapest columns (Jonker and Volgenant 1987).
///
/// A column j has a price v_j <= 0, and a row that has a column has one of the smallest
/// cost - price: so the assignment of the rows so far is the cheapest. O(rows^2 columns).
class Assignment {
 public:
  /// The costs of row i begin at costs + i * cols; rows <= cols. Whatever the costs are, NaN and
  /// infinity included, the answer is an assignment. Does not allocate if the sizes are those of
  /// the last call.
  void solve(const double* costs, Index rows, Index cols);

  Index column_of(Index row) const { return column_of_[row]; }

 private:
  void take_cheapest_rows();
  void bid();
  void augment(Index row);
  Index nearest_open_column(double distance) const;
  const double* costs_of(Index row) const { return costs_ + row * cols_; }

  static constexpr Index kNone = -1;

  const double* costs_ = nullptr;
  Index rows_ = 0;
  Index cols_ = 0;
  std::vector<Index> column_of_;
  std::vector<Index> row_of_;
  std::vector<Index> free_rows_;
  std::vector<double> price_;

  // Of the search for a path:
  std::vector<double> open_price_;  ///< -infinity of columns whose distance is known for good
  std::vector<double> distance_;    ///< infinity of those
  std::vector<Index> from_row_;
  std::vector<char> is_closed_;
  std::vector<Index> closed_;  ///< columns in the order in which they got known
  std::vector<double> closed_at_;
};

}  // namespace acgd
