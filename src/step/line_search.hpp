#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "acgd/objective/line.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// A length at which |slope| <= enough, or the longest one if f falls up to it, on a line that
/// knows its curvature: Newton's method on the slope, then the inverse cubic through slope and
/// curvature of the last two lengths, inside the bracket that they leave. Nothing if that does not
/// come to an end within a few rounds; whether f is smaller there is for the caller to see.
std::optional<double> newton_search(Line& line, double enough, int max_rounds);

/// Whether this change of f, seen at some point of the line, shows that f has no lower bound.
///
/// A function that is bounded below has no point where it is -inf. Where x may go anywhere, a fall
/// of 1e300 is one too: it is where doubles end, whatever the units of f are, while the infima that
/// are not attained (of exp(-x), of losses of separable data) are seen as numbers. Over a compact
/// set a function in such units may well have a minimum.
inline bool is_below_any_bound(const Line& line, double change) {
  constexpr double kBound = 1e300;
  return change == -std::numeric_limits<double>::infinity() ||
         (std::isinf(line.max_step()) && change <= -kBound);
}

/// Whether f falls from x to x + t d as if it were affine, and farther on until it is below any
/// bound, or x where doubles end. Asks for twenty values at most, and for one where f has curved at
/// t already.
inline bool falls_below_any_bound(Line& line, double t) {
  constexpr double kAffine = 1 - 1e-6, kStillFalling = 0.5;
  if (!std::isinf(line.max_step())) return false;
  const double farthest = 1e300 / line.norm();
  for (double rate = kAffine;; rate = kStillFalling, t = std::min(t * 0x1p64, farthest)) {
    const double change = line.change(t);
    if (is_below_any_bound(line, change)) return true;
    if (!(change <= rate * t * line.directional_derivative())) return false;
    if (t >= farthest) return true;
  }
}

/// Whether f has no lower bound along a line, as far as numbers reach: at a length beyond which it
/// is not finite any more it still falls half as steeply as at 0, and has come farther than any
/// step that ends somewhere. A wall nearby does not count, and neither does a slope that dies out.
inline bool falls_for_ever(Line& line, double t, double slope) {
  constexpr double kFar = 1e50;
  return slope <= 0.5 * line.directional_derivative() &&
         (t > kFar || line.change(t) < kFar * line.directional_derivative());
}

}  // namespace acgd
