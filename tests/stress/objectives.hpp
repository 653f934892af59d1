#pragma once

#include "stress/problem.hpp"

namespace stress {

/// Losses of dense, sparse and float maps, with and without offset and weights.
GeneratedObjective draw_composite(Draw& draw, const Shape& shape);
/// Definite, indefinite, singular and zero; dense and sparse.
GeneratedObjective draw_quadratic(Draw& draw, const Shape& shape);
/// On every route.
GeneratedObjective draw_least_squares(Draw& draw, const Shape& shape);

}  // namespace stress
