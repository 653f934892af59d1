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

/// Minimises f over sets of ascending radius, each run beginning where the one before has ended: its
/// point and atoms grow with the set.
///
/// Ends early when the observer asks, or when a run is interrupted or not usable. Throws
/// InvalidInput unless radii are positive, finite and ascending.
std::vector<RadiusFit> follow(const Objective& f, const SetOfRadius& set,
                              std::span<const double> radii, const Options& options,
                              const FitObserver& observer = {});

}  // namespace acgd
