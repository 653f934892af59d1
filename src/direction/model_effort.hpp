#pragma once

#include "acgd/objective/curvature.hpp"

/// How much a second-order model may cost.
namespace acgd {

/// In gradients: an H that costs less is taken anew at every point.
constexpr double kCheapModel = 5;
/// H and its factor have so many rows at most: 32 MB each.
constexpr Index kMostRows = 2000;
/// What cannot be formed is minimised in so many sweeps at most.
constexpr int kSweeps = 30;

/// How large the gap of the model may remain where the certificate is `gap`. Where H stays, its
/// factor does, and the minimum is had for little; where H changes, more digits would be wasted.
inline double model_tolerance(const Curvature& curvature, double gap) {
  constexpr double kExact = 1e-10;
  constexpr double kEnough = 0.1;
  return (curvature.is_constant() ? kExact : kEnough) * gap;
}

/// The same for sweeps, each about as dear as a gradient: of them nothing is kept.
inline double swept_tolerance(const Curvature& curvature, double gap) {
  constexpr double kConstant = 0.01;
  constexpr double kChanging = 0.1;
  return (curvature.is_constant() ? kConstant : kChanging) * gap;
}

}  // namespace acgd
