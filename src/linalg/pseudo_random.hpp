#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// A unit vector in R^n shares 1 / sqrt(n) of its length with a direction it knows nothing of, give
/// or take; thirty-nine directions in forty get more than this part of that.
inline constexpr double kCautiousShare = 0.03;

/// x = a unit vector, always the same, in no special position to any matrix one meets. One that has
/// the size already is left as it is.
void make_pseudo_random(Index size, Vector& x);

}  // namespace acgd
