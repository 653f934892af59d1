#include "acgd/fit/follow.hpp"

#include "acgd/core/error.hpp"
#include "fit/growing_run.hpp"

namespace acgd {

std::vector<RadiusFit> follow(const Objective& f, const SetOfRadius& set,
                              std::span<const double> radii, const Options& options,
                              const FitObserver& observer) {
  if (radii.empty()) throw InvalidInput("radii: there are none");
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
