#pragma once

#include <functional>
#include <span>
#include <vector>

#include "acgd/solve/solve.hpp"

namespace acgd {

/// A set for every radius r > 0: what a path varies. The set of radius s r is that of radius r, s
/// times as large.
using SetOfRadius = std::function<std::shared_ptr<const Oracle>(double radius)>;

/// One fit of a path.
struct RadiusFit {
  double radius = 0;
  Result result;
};

/// Sees every fit as it ends; true ends the path there.
using FitObserver = std::function<bool(const RadiusFit&)>;

/// Minimises f over sets of ascending radius, each run beginning where the one before has ended:
/// its point and atoms grow with the set, or stay, whichever is lower. All of them together cost
/// about as much as the last one alone.
///
/// Ends early when the observer asks, or when a run is interrupted or not usable. Throws
/// InvalidInput unless radii are positive, finite and ascending.
std::vector<RadiusFit> follow(const Objective& f, const SetOfRadius& set,
                              std::span<const double> radii, const Options& options,
                              const FitObserver& observer = {});

/// When a larger radius is of no use any more.
struct UsefulRadius {
  double explained = 0.999;  ///< so much of f(0) - infimum is gone,
  double gain = 1e-5;  ///< or the radius was doubled and no more than so much of it was gained
  Index most = 60;     ///< doublings
};

/// The first radius, going up by doublings from one that is certainly small, that is of use no more:
/// UsefulRadius. f falls from `worst`, what it is without any feature, to `infimum` at the lowest.
double largest_useful_radius(const Objective& f, const SetOfRadius& set, double worst,
                             double infimum, const Options& options, const UsefulRadius& use = {});

/// `count` radii that grow geometrically from largest / 1000 to largest.
std::vector<double> radii_up_to(double largest, Index count);

}  // namespace acgd
