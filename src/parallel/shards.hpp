#pragma once

#include <algorithm>
#include <span>

#include "acgd/core/gradient.hpp"
#include "acgd/parallel/shards.hpp"

namespace acgd {

/// work(column, first, last) for each column that has entries in a range of them: first to last - 1.
/// The range begins and ends with columns.
template <class Work>
void for_each_column(const SparsityPattern& pattern, Shards::Range entries, const Work& work) {
  const int* starts = pattern.column_starts.data();
  Index j = std::upper_bound(starts, starts + pattern.cols, entries.first) - starts - 1;
  for (; j < pattern.cols && starts[j] < entries.last; ++j) work(j, starts[j], starts[j + 1]);
}

/// The sum of term(range) over the stored entries of a gradient, of all ranks.
template <class Term>
double sum_entries(const Gradient& gradient, const Term& term) {
  const Index size = gradient.entries().size();
  if (const Shards* shards = gradient.shards()) {
    return shards->sum(term, size * static_cast<Index>(sizeof(int) + sizeof(double)));
  }
  return size == 0 ? 0.0 : term(Shards::Range{0, size});
}

/// whole = the piece of rank 0, that of rank 1, and so on: counts[r] numbers of rank r.
void gather_pieces(const Team& team, const double* mine, std::span<const Index> counts,
                   double* whole);

/// The same where the shards are cuts between columns of `height` numbers each: columns[s] is the
/// first one of shard s.
void gather_columns(const Shards& shards, const int* columns, Index height, const double* mine,
                    double* whole);

}  // namespace acgd
