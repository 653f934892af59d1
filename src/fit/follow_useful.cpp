// Radii that are found on the way: as large as is of use, and no larger.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "fit/growing_run.hpp"

namespace acgd {
namespace {

// The smallest radius of a path is so much of the largest.
constexpr double kSmallestShare = 1e-3;
// From the first radius a path may go up by so many times what it goes up in all.
constexpr Index kMostPaths = 5;

/// d' H d at t = 0, or as a parabola through f(0), its slope and f(1) has it.
double curvature_of(Line& line) {
  if (const std::optional<double> curvature = line.curvature()) return *curvature;
  if (const std::optional<Bend> bend = line.bend(0)) return bend->curvature;
  return 2 * (line.change(1) + line.fall());
}

/// The t of the lowest f(t v) as its second derivative at 0 has it, v being the point of the set of
/// radius 1 that f falls fastest to: a radius that a single atom has a use for.
double first_radius(const Objective& f, const Oracle& unit, std::shared_ptr<const Norm> norm) {
  const std::unique_ptr<Cursor> cursor = f.start(zero_of(unit), std::move(norm));
  OracleCall answer;
  unit.minimize(cursor->gradient(), answer);
  Line& line = cursor->look(along(answer.atom));
  const double radius = line.fall() / curvature_of(line);
  return radius > 0 && std::isfinite(radius) ? radius : 1;
}

/// Fits of one path, shown as they end.
class ShownFits {
 public:
  ShownFits(const Objective& f, const SetOfRadius& set, const Options& options,
            const FitObserver& observer)
      : run_(f, set, options), observer_(observer) {}

  /// False if the path ends here.
  bool add(double radius) {
    fits_.push_back({radius, run_.solve_at(radius)});
    const bool is_asked = observer_ && observer_(fits_.back());
    return !is_asked && run_.can_go_on();
  }
  std::vector<RadiusFit>& fits() { return fits_; }

 private:
  GrowingRun run_;
  const FitObserver& observer_;
  std::vector<RadiusFit> fits_;
};

}  // namespace

std::vector<RadiusFit> follow_useful(const Objective& f, const SetOfRadius& set,
                                     const UsefulRadii& radii, const Options& options,
                                     const FitObserver& observer) {
  if (radii.count < 2) throw InvalidInput(compose("count = {}: must be at least 2", radii.count));
  const double whole = radii.worst - radii.infimum;
  if (!(whole >= 0) || !std::isfinite(whole)) {
    throw InvalidInput(compose("worst = {}: must be finite, and not below the infimum, {}",
                               radii.worst, radii.infimum));
  }
  const double step = std::pow(kSmallestShare, -1.0 / static_cast<double>(radii.count - 1));
  const double first = first_radius(f, *set(1), options.norm);
  // 1. Up from a radius that is of use to where more of it is not.
  ShownFits upper(f, set, options, observer);
  double before = radii.worst;
  bool goes_on = true;
  for (Index k = 0; goes_on && k < kMostPaths * radii.count; ++k) {
    goes_on = upper.add(first * std::pow(step, static_cast<double>(k)));
    const double value = upper.fits().back().result.value;
    if (radii.worst - value >= radii.explained * whole) break;
    if (k > 0 && before - value < radii.gain * whole) break;
    before = std::min(before, value);
  }
  // 2. A path has so many radii: what is missing below, or what is too much.
  std::vector<RadiusFit> all = std::move(upper.fits());
  const Index missing = radii.count - static_cast<Index>(all.size());
  if (missing < 0) all.erase(all.begin(), all.begin() - missing);
  if (missing <= 0 || !goes_on) return all;
  ShownFits lower(f, set, options, observer);
  for (Index k = missing; goes_on && k > 0; --k) {
    goes_on = lower.add(first * std::pow(step, -static_cast<double>(k)));
  }
  std::vector<RadiusFit>& begin = lower.fits();
  begin.insert(begin.end(), std::make_move_iterator(all.begin()),
               std::make_move_iterator(all.end()));
  return std::move(begin);
}

}  // namespace acgd
