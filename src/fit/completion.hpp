#pragma once

#include "acgd/atom/atom.hpp"
#include "acgd/fit/completion.hpp"
#include "acgd/iterate/point.hpp"

namespace acgd {

/// The matrix with as few singular values as change none of these entries by more than `tolerance`:
/// the smallest are left out first. Columns of the factors are orthogonal, the largest value first.
LowRank truncate(const LowRank& x, const ObservedMatrix& entries, double tolerance);

/// x as a start for matrices of this size, or zero where it is empty: rows and columns that x has
/// not are 0, and if its singular values sum to more than the radius, it is scaled down to that.
Atom start_from(const LowRank& x, Index rows, Index cols, double radius);

}  // namespace acgd
