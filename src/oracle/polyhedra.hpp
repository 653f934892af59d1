#pragma once

#include "acgd/core/vector.hpp"
#include "oracle/linear_program_solver.hpp"

namespace acgd {

/// Vertex of a basis, close to `near`, recomputed from all of its active constraints, so that its
/// bits do not depend on which of its bases was found. If the constraints do not determine it,
/// returns `near` clamped to the variable bounds.
Vector vertex_of_basis(const LinearProgram& program, const LinearProgramSolver::Basis& basis,
                       const Vector& near);

/// Euclidean distance of x to the convex hull of the columns of `points`, 0 if within rounding.
/// Input must be finite, with at least one column.
double distance_to_hull(const Matrix& points, ConstVectorRef x);

}  // namespace acgd
