#include "acgd/step/lipschitz_estimate.hpp"

#include <cmath>

namespace acgd {

double probe_lipschitz(Line& line) {
  for (double e = 1e-3; e > 1e-12; e /= 10) {
    const double estimate = line.probe(e) / (e * line.norm());
    if (std::isfinite(estimate)) return estimate;
  }
  return 1;
}

double LipschitzEstimate::at(Line& line) {
  const std::optional<double> change = line.gradient_change();
  if (!change) {
    estimate_ = initial_ ? *initial_ : probe_lipschitz(line);
  } else if (const double quotient = *change / distance_; std::isfinite(quotient)) {
    estimate_ = quotient;
  }
  return estimate_;
}

}  // namespace acgd
