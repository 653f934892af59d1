#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// The Euclidean distance of x to the convex hull of the columns of `points`, 0 when it is within
/// rounding of it. Finite input, at least one column.
double distance_to_hull(const Matrix& points, ConstVectorRef x);

}  // namespace acgd
