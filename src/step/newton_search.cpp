#include "step/newton_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd {
namespace {

// Three do where f is smooth; what needs so many has kinks, no minimum or none that is near.
constexpr int kMostRounds = 12;

struct Knot {
  double t;
  double slope;
  double curvature;

  /// The zero of the tangent of the slope.
  double newton() const { return t - slope / curvature; }
};

/// At slope 0, the cubic in the slope that has both lengths and both rates dt/dslope = 1/curvature.
double inverse_cubic(const Knot& a, const Knot& b) {
  const double span = b.slope - a.slope;
  const double s = -a.slope / span;  // where 0 is between them
  const double rate_a = span / a.curvature, rate_b = span / b.curvature;
  const double r = 1 - s;
  return a.t * (1 + 2 * s) * r * r + rate_a * s * r * r + b.t * s * s * (3 - 2 * s) -
         rate_b * s * s * r;
}

double next_length(const Knot& a, const Knot& b) {
  return a.curvature > 0 && a.slope != b.slope ? inverse_cubic(a, b) : b.newton();
}

}  // namespace

std::optional<double> newton_search(Line& line, double enough, int max_rounds) {
  const auto start = line.bend(0);
  if (!start || !(start->curvature > 0)) return std::nullopt;
  const double noise = line.slope_noise();
  Knot before{0, -line.fall(), start->curvature};
  double low = 0, high = std::numeric_limits<double>::infinity();
  double t = std::min(before.newton(), line.max_step());
  for (int round = 0; round < std::min(max_rounds, kMostRounds); ++round) {
    const auto bend = line.bend(t);
    const Knot here{t, bend->slope, bend->curvature};
    if (!std::isfinite(here.slope) || !(here.curvature > 0)) return std::nullopt;
    if (std::abs(here.slope) <= enough || std::abs(here.slope) <= noise) return t;
    if (here.slope < 0 && t == line.max_step()) return t;
    (here.slope < 0 ? low : high) = t;
    double next = next_length(before, here);
    if (!(next > low && next < high)) {
      next = std::isfinite(high) ? low + 0.5 * (high - low) : 4 * t;
    }
    next = std::min(next, line.max_step());
    if (next == t) return t;
    before = here;
    t = next;
  }
  return std::nullopt;
}

}  // namespace acgd
