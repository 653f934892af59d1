#pragma once

#include <algorithm>
#include <span>

#include "acgd/core/gradient.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// Calls work(column, first, last) for each column in a range of entries that begins and ends at
/// column boundaries; the entries of the column are [first, last).
template <class Work>
void for_each_column(const SparsityPattern& pattern, Reduction::Range entries, const Work& work) {
  const int* starts = pattern.column_starts.data();
  Index j = std::upper_bound(starts, starts + pattern.cols, entries.first) - starts - 1;
  for (; j < pattern.cols && starts[j] < entries.last; ++j) work(j, starts[j], starts[j + 1]);
}

/// The sum of term(range) over the stored entries of a gradient on all ranks.
template <class Term>
double sum_entries(const Gradient& gradient, const Term& term) {
  const Index size = gradient.entries().size();
  if (const Reduction* reduction = gradient.reduction()) {
    return reduction->sum(term, size * static_cast<Index>(sizeof(int) + sizeof(double)));
  }
  return size == 0 ? 0.0 : term(Reduction::Range{0, size});
}

/// whole = the concatenation of the pieces of all ranks; counts[r] numbers from rank r.
void gather_pieces(const Team& team, const double* mine, std::span<const Index> counts,
                   double* whole);

/// The same for blocks of columns with `height` numbers each: columns[s] is the first column of
/// block s.
void gather_columns(const Reduction& reduction, const int* columns, Index height,
                    const double* mine, double* whole);

}  // namespace acgd
