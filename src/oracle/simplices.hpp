#pragma once

#include "acgd/core/vector.hpp"
#include "oracle/entries.hpp"

/// What the two kinds of hypersimplex share: entries in [0, top], of which k may be at the top.
namespace acgd {

/// Throws InvalidInput unless 1 <= k <= dimension.
void require_count_within(Index k, Index dimension);

/// Fills the memory with the k smallest entries of g; what is no number comes last.
void choose_smallest(const Vector& g, Index k, Largest& memory);

/// How far an entry is outside of [0, top], and which one is farthest.
struct OutsideOfRange {
  double distance = 0;
  Index index = 0;
};
OutsideOfRange farthest_outside(ConstVectorRef x, double top);

/// Puts entries that rounding may have carried out of [0, top] to the nearest bound. Whether there
/// was one.
bool clamp_to_range(VectorRef x, double top);

/// Adds `missing`, which may be negative, to the first entries between 0 and top: as much as each
/// of them takes.
void add_to_sum(VectorRef x, double top, double missing);

}  // namespace acgd
