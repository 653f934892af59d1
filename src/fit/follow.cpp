#include "acgd/fit/follow.hpp"

#include <algorithm>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "fit/growing_run.hpp"

namespace acgd {
namespace {

void check_radii(std::span<const double> radii) {
  if (radii.empty()) throw InvalidInput("radii: there are none");
  double before = 0;
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (!(radii[i] > before) || !std::isfinite(radii[i])) {
      throw InvalidInput(
          compose("radii[{}] = {}: must be positive and finite, and above the one "
                  "before it",
                  i, radii[i]));
    }
    before = radii[i];
  }
}

}  // namespace

std::vector<RadiusFit> follow(const Objective& f, const SetOfRadius& set,
                              std::span<const double> radii, const Options& options,
                              const FitObserver& observer) {
  check_radii(radii);
  GrowingRun run(f, set, options);
  std::vector<RadiusFit> fits;
  for (const double radius : radii) {
    fits.push_back({radius, run.solve_at(radius)});
    if (observer && observer(fits.back())) break;
    if (!run.can_go_on()) break;
  }
  return fits;
}

}  // namespace acgd
