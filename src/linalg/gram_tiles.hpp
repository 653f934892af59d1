#pragma once

#include "linalg/kernels.hpp"

namespace acgd::kernels {

/// Sums of products run through so many rows at a time. A matrix cut between two such pieces, and
/// its parts added one after the other, gives the bits of the whole.
inline constexpr Index kGramRows = 256;

/// Which products of columns are wanted, and where they go.
struct GramPlaces {
  Index known = 0;                ///< columns before this one have theirs with each other already
  const Index* places = nullptr;  ///< of each column in the result, ascending; null: its own number
};

/// gram(p, q) += <column i, column j> at their places p <= q, for each j >= known and i <= j. An
/// entry's bits depend on its two columns alone, not on the others or the number of threads.
void add_gram(const DenseView<double>& a, const GramPlaces& where, Matrix& gram);
void add_gram(const DenseView<float>& a, const GramPlaces& where, Matrix& gram);

}  // namespace acgd::kernels
