#pragma once

#include "stress/combination.hpp"

namespace stress {

/// A point of the set with a small f, found from x by means of our own: projected gradients where
/// the set has a projection, else segments to vertices, searched by sections.
Vector reference_solution(const Combination& combination, const Vector& x, int rounds);

/// The least f(x + t d) over t = 1, 1/2, 1/4, ...
double least_along(const acgd::Objective& f, const Vector& x, const Vector& d);

}  // namespace stress
