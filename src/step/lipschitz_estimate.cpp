#include "acgd/step/lipschitz_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace acgd {
namespace {

// Gradients are sums whose terms are of the size of the largest gradient, and good to so much of
// it.
constexpr double kGradientNoise = 16 * std::numeric_limits<double>::epsilon();
// A quotient with so many times the noise in it has digits enough.
constexpr double kClear = 1000;
// A probe that is so much longer than the step it suggests has looked at another part of f: beyond
// where an exponential explodes, say.
constexpr double kShortestStep = 1e-6;

}  // namespace

double probe_lipschitz(Line& line) {
  double last = 1;
  for (double e = 1e-3; e > 1e-12; e /= 10) {
    const double estimate = line.probe(e) / (e * line.norm());
    if (!std::isfinite(estimate)) continue;
    last = estimate;
    const double step = line.gap() / (estimate * line.norm() * line.norm());
    if (!(step < kShortestStep * e)) break;
  }
  return last;
}

double LipschitzEstimate::at(Line& line) {
  const std::optional<double> change = line.gradient_change();
  if (!change) {
    estimate_ = initial_ ? *initial_ : probe_lipschitz(line);
  } else if (const double quotient = *change / distance_; std::isfinite(quotient)) {
    const double noise = kGradientNoise * steepest_;
    const bool clear = *change > kClear * noise;
    estimate_ = clear ? quotient : std::min(accepted_, (*change + noise) / distance_);
  }
  if (const double steepness = line.gap() / line.norm(); std::isfinite(steepness)) {
    steepest_ = std::max(steepest_, steepness);
  }
  return estimate_;
}

}  // namespace acgd
