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

/// How far a path goes if nobody says.
struct UsefulRadii {
  double worst = 0;          ///< f without any feature
  double infimum = 0;        ///< f is not below
  Index count = 30;          ///< of radii, from 1/1000 of the largest one on
  double explained = 0.999;  ///< the largest is the first with so much of worst - infimum gone,
  double gain = 1e-5;        ///< or the first that gained less than so much of it
};

/// The same with radii that are found on the way: they grow by one factor from 1/1000 of the largest
/// one that is of use.
std::vector<RadiusFit> follow_useful(const Objective& f, const SetOfRadius& set,
                                     const UsefulRadii& radii, const Options& options,
                                     const FitObserver& observer = {});

}  // namespace acgd
