#pragma once

#include "acgd/atom/direction.hpp"

namespace acgd {

/// x = x + t d, by way of nothing but x; false when rounding left x as it was. `before` is memory
/// of the size of x.
inline bool move_along(const Direction& direction, double t, Vector& x, Vector& before) {
  const double shrink = direction.shrink(t);
  before = x;
  if (shrink != 1) x *= shrink;
  direction.add_terms_to(x, t);
  return x != before;
}

}  // namespace acgd
