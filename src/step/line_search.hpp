#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "acgd/objective/line.hpp"
#include "acgd/step/step_rule.hpp"

namespace acgd {

/// Newton's method on the slope of a line with known curvature, then inverse cubic interpolation
/// through the last two trials, safeguarded by their bracket. Returns a t with |slope| <= enough,
/// or max_step if f decreases up to it; nothing if it does not converge within a few rounds. The
/// caller must check that f is smaller at t.
std::optional<double> newton_search(Line& line, double enough, int max_rounds);

/// Whether this change of f along the line shows that f is unbounded below.
///
/// That is so at -inf. On a line without an end it is so for a decrease of 1e300, too, which is
/// near the limit of doubles whatever the units of f; infima that are not attained (of exp(-x), of
/// losses of separable data) are moderate numbers. Over a compact set a function in such units may
/// have a minimum.
inline bool is_below_any_bound(const Line& line, double change) {
  constexpr double kBound = 1e300;
  return change == -std::numeric_limits<double>::infinity() ||
         (std::isinf(line.max_step()) && change <= -kBound);
}

/// Whether f decreases from x to x + t d as if it were affine, and beyond until it is below any
/// bound or t ||d|| = 1e300. Evaluates about twenty values at most, and one where f is curved at t.
inline bool decreases_below_any_bound(Line& line, double t) {
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

/// Whether f is unbounded below along a line, as far as finite values show. t is the longest length
/// with a finite f: there the slope is at least half as steep as at 0, and t or the decrease
/// relative to the initial slope exceeds 1e50. Excludes an f that becomes infinite nearby and a
/// slope that tends to 0.
inline bool is_unbounded_along(Line& line, double t, double slope) {
  constexpr double kFar = 1e50;
  return slope <= 0.5 * line.directional_derivative() &&
         (t > kFar || line.change(t) < kFar * line.directional_derivative());
}

}  // namespace acgd
