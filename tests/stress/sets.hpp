#pragma once

#include "stress/problem.hpp"

namespace stress {

/// The nearest point of { x >= 0, sum = total }, by sorting.
Vector project_on_simplex(const Vector& x, double total);
/// The nearest point of { sum |x_i| <= radius }.
Vector project_on_l1_ball(const Vector& x, double radius);

/// Balls of vector norms, boxes, simplices: what has formulas.
GeneratedSet draw_plain_set(Draw& draw, Index n, double radius);
/// Hulls of points and flow polytopes: what has a list of vertices.
GeneratedSet draw_polytope(Draw& draw, const Shape& shape);
/// Nuclear or spectral ball.
GeneratedSet draw_matrix_ball(Draw& draw, const Shape& shape);

}  // namespace stress
