#pragma once

#include "acgd/objective/line.hpp"

namespace acgd {

/// Whether f has no lower bound along a line, as far as numbers reach: at a length beyond which it
/// is not finite any more it still falls half as steeply as at 0, and has come farther than any
/// step that ends somewhere. A wall nearby is none, and neither is a slope that dies out.
inline bool falls_for_ever(Line& line, double t, double slope) {
  constexpr double kFar = 1e50;
  return slope <= -0.5 * line.gap() && (t > kFar || line.change(t) < -kFar * line.gap());
}

}  // namespace acgd
