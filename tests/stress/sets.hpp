#pragma once

#include "stress/problem.hpp"

namespace stress {

/// The nearest point of { x >= 0, sum = total }, by sorting.
Vector project_on_simplex(const Vector& x, double total);
/// The nearest point of { sum |x_i| <= radius }.
Vector project_on_l1_ball(const Vector& x, double radius);

/// Balls of vector norms, boxes, simplices: closed forms.
GeneratedSet draw_plain_set(Draw& draw, Index n, double radius);
/// Sparse, ordered and grouped sets, ellipsoids: closed forms.
GeneratedSet draw_vector_set(Draw& draw, Index n, double radius);
/// Hulls of points and flow polytopes: lists of vertices.
GeneratedSet draw_polytope(Draw& draw, const Shape& shape);
/// Matroids, trees, matchings, flows.
GeneratedSet draw_combinatorial(Draw& draw, const Shape& shape);
/// Sets composed of other sets, of atoms, and of linear programs.
GeneratedSet draw_composed_set(Draw& draw, const Shape& shape);
/// Nuclear or spectral ball; for square matrices spectraplex, spectrahedron or Fantope.
GeneratedSet draw_semidefinite_set(Draw& draw, const Shape& shape);
/// Nuclear, spectral or Schatten ball, or for square matrices one of those.
GeneratedSet draw_matrix_ball(Draw& draw, const Shape& shape);

}  // namespace stress
