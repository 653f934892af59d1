#pragma once

#include "acgd/core/vector.hpp"
#include "oracle/entries.hpp"

/// Helpers of both kinds of hypersimplex: entries in [0, top], k of them at the top.
namespace acgd {

/// Throws InvalidInput unless 1 <= k <= dimension.
void require_count_within(Index k, Index dimension);

/// Selects the k smallest entries of g; NaN last.
void choose_smallest(const Vector& g, Index k, Largest& memory);

/// Largest violation of [0, top] and its index.
struct OutsideOfRange {
  double distance = 0;
  Index index = 0;
};
OutsideOfRange farthest_outside(ConstVectorRef x, double top);

/// Clamps entries to [0, top]. Returns whether any changed.
bool clamp_to_range(VectorRef x, double top);

/// Adds `missing`, which may be negative, to the first entries between 0 and top, each up to its
/// bound.
void add_to_sum(VectorRef x, double top, double missing);

}  // namespace acgd
