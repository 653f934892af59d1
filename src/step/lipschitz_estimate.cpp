#include "acgd/step/lipschitz_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace acgd {
namespace {

// A probe that is so much longer than the step it suggests may have looked at another part of f.
constexpr double kShortestStep = 1e-6;
// Of epsilon.
constexpr double kShortestProbe = 1e-9;

}  // namespace

double probe_lipschitz(Line& line, double epsilon) {
  std::optional<double> found;
  for (double e = epsilon; e > kShortestProbe * epsilon; e /= 10) {
    const double estimate = line.probe(e) / (e * line.norm());
    if (!std::isfinite(estimate)) continue;
    if (found && estimate > 0.5 * *found) break;
    found = estimate;
    const double step = line.fall() / (estimate * line.norm() * line.norm());
    if (!(step < kShortestStep * e)) break;
  }
  // Where no gradient is finite a step of length 1 is as good a guess as any.
  return found ? *found : line.fall() / (line.norm() * line.norm());
}

double LipschitzEstimate::at(Line& line) {
  const std::optional<double> change = line.gradient_change();
  if (!change) {
    estimate_ = initial_ ? *initial_ : probe_lipschitz(line, epsilon_);
    flat_ = estimate_ == 0;
    return estimate_;
  }
  const double distance = line.distance().value_or(distance_);
  const double quotient = *change / distance;
  if (!std::isfinite(quotient)) return estimate_;
  const double noise = line.gradient_change_noise(accepted_);
  flat_ = !(*change > noise);
  estimate_ = flat_ ? std::min(accepted_, (*change + noise) / distance) : quotient;
  return estimate_;
}

}  // namespace acgd
