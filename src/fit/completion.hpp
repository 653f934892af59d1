#pragma once

#include "acgd/atom/atom.hpp"
#include "acgd/fit/completion.hpp"
#include "acgd/iterate/point.hpp"

namespace acgd {

/// Truncated SVD of x: drops as many of the smallest singular values as possible while no entry at
/// the observed positions changes by more than `tolerance`. The factors have orthogonal columns, in
/// descending order of singular values.
LowRank truncate(const LowRank& x, const ObservedMatrix& entries, double tolerance);

/// x as a start for matrices of this size; zero if x is empty. Rows and columns missing in x are 0.
/// If the nuclear norm of x exceeds the radius, x is scaled down to it.
Atom start_from(const LowRank& x, Index rows, Index cols, double radius);

}  // namespace acgd
