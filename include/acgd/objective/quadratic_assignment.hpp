#pragma once

#include <string_view>

#include "acgd/objective/quadratic.hpp"

namespace acgd {

/// The relaxed quadratic assignment problem f(X) = <A X B', X> + <C, X> of an r x c matrix X, stacked
/// by columns: graph matching over Birkhoff (with -A), Gromov-Wasserstein distances over
/// TransportPlans. Rarely convex.
///
/// H is 2 B (x) A, symmetrised, and never formed: a product is one with A and one with B, and a
/// vertex with few entries leaves only that with B. Along a line f is a parabola, so that the step
/// of LineSearch is the global minimum on it, concave or not.
struct QuadraticAssignment {
  static constexpr std::string_view name = "quadratic-assignment";
  static constexpr std::string_view sentence =
      "<A X B', X> + <C, X>: over birkhoff graph matching, over transport Gromov-Wasserstein";
  static constexpr std::string_view formula =
      "f(x) = <x, H x> + <c, x>, H = B kron A, x the stacked columns of X; convex or not";
};

/// A is r x r, B is c x c, C is r x c or empty. Throws InvalidInput if the sizes differ from these
/// or an entry is not finite.
Quadratic quadratic_assignment(Matrix a, Matrix b, const Matrix& c = {});

}  // namespace acgd
