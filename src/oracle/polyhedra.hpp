#pragma once

#include "acgd/core/vector.hpp"
#include "oracle/linear_program_solver.hpp"

namespace acgd {

/// The vertex that a basis stands for, `near` which it is, computed from the constraints that hold
/// it. Those are known from the vertex, whichever of its bases was found: so are its bits. If the
/// constraints do not determine it, `near` itself, within the bounds of its variables.
Vector vertex_of_basis(const LinearProgram& program, const LinearProgramSolver::Basis& basis,
                       const Vector& near);

/// The Euclidean distance of x to the convex hull of the columns of `points`, 0 when it is within
/// rounding of it. Finite input, at least one column.
double distance_to_hull(const Matrix& points, ConstVectorRef x);

}  // namespace acgd
