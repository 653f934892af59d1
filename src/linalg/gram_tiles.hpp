#pragma once

#include "linalg/kernels.hpp"

namespace acgd::kernels {

/// Number of rows per block of the sums. If a matrix is divided at a multiple of it and the parts
/// are added in order, the result has the same bits as for the whole matrix.
inline constexpr Index kGramRows = 256;

/// Which products of columns to compute, and where to store them.
struct GramPlaces {
  Index known = 0;                ///< products among the columns before this one are already known
  const Index* places = nullptr;  ///< of each column in the result, ascending; null: its index
};

/// gram(p, q) += <column i, column j> at their places p <= q, for each j >= known and i <= j. The
/// bits of an entry depend only on its two columns, not on the others or the number of threads.
void add_gram(const DenseView<double>& a, const GramPlaces& where, Matrix& gram);
void add_gram(const DenseView<float>& a, const GramPlaces& where, Matrix& gram);

}  // namespace acgd::kernels
