#pragma once

#include "acgd/core/gradient.hpp"

namespace acgd {

/// Of the stored entries of all ranks, which ask at the same time; sums run over the tree of Shards.

bool is_finite(const Gradient& gradient);
/// sum |g_i|
double absolute_sum(const Gradient& gradient);
/// sqrt(sum g_i^2)
double length_of(const Gradient& gradient);
/// The same where squares would not fit into a double. The gradient is finite.
double stable_length_of(const Gradient& gradient);

}  // namespace acgd
