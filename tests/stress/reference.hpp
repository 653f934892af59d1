#pragma once

#include "stress/combination.hpp"

namespace stress {

/// A point of the set with a small f, by independent methods from x: projected gradients where the
/// set has a projection, otherwise line searches toward vertices.
Vector reference_solution(const Combination& combination, const Vector& x, int rounds);

/// Minimum of f(x + t d) over t = 1, 1/2, 1/4, ...
double least_along(const acgd::Objective& f, const Vector& x, const Vector& d);

}  // namespace stress
