#pragma once

#include "stress/problem.hpp"

namespace stress {

/// The nearest point of { x >= 0, sum = total }, by sorting.
Vector project_on_simplex(const Vector& x, double total);
/// The nearest point of { sum |x_i| <= radius }.
Vector project_on_l1_ball(const Vector& x, double radius);

/// Balls of vector norms, boxes, simplices: what has formulas.
GeneratedSet draw_plain_set(Draw& draw, Index n, double radius);
/// Few entries, an order, groups, axes: what has formulas too.
GeneratedSet draw_vector_set(Draw& draw, Index n, double radius);
/// Hulls of points and flow polytopes: what has a list of vertices.
GeneratedSet draw_polytope(Draw& draw, const Shape& shape);
/// Matroids, trees, matchings, flows.
GeneratedSet draw_combinatorial(Draw& draw, const Shape& shape);
/// Sets made of other sets, of atoms, and of linear programs.
GeneratedSet draw_composed_set(Draw& draw, const Shape& shape);
/// Nuclear or spectral ball.
/// Spectraplex, spectrahedron or Fantope, of a shape that is square.
GeneratedSet draw_semidefinite_set(Draw& draw, const Shape& shape);
/// Nuclear, spectral or Schatten ball, or of square matrices one of those.
GeneratedSet draw_matrix_ball(Draw& draw, const Shape& shape);

}  // namespace stress
