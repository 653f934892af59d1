#pragma once

#include "acgd/norm/norm.hpp"

namespace acgd {

/// The largest |g_i|, ignoring NaN; 0 unless that is positive and finite.
double scale_of_groups(ConstVectorRef g);

/// The dual norm of a group's entries of g / scale: their l2 norm, or their l1 norm if the norm
/// within groups is linf.
double dual_size(const Groups& groups, WithinGroup within, Index group, ConstVectorRef g,
                 double scale);

}  // namespace acgd
