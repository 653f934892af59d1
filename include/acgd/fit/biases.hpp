#pragma once

#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/objective/matrix_completion.hpp"

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

}  // namespace acgd
