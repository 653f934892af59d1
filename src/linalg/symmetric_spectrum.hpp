#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// The eigenvalues of a finite symmetric matrix, ascending, and its orthonormal eigenvectors. Reads
/// the lower half, and leaves `values` and `vectors` where their memory is if they have the size.
/// In a file of its own, like the singular value decomposition, for the time it takes to compile.
void symmetric_spectrum(const Eigen::Ref<const Matrix>& a, Vector& values, Matrix& vectors);

/// Its eigenvalues alone, which cost less.
Vector symmetric_eigenvalues(const Eigen::Ref<const Matrix>& a);

/// The unit eigenvector for the largest eigenvalue of a tridiagonal matrix of at most
/// kMostTridiagonal rows. Does not allocate.
inline constexpr Index kMostTridiagonal = 120;
void top_of_tridiagonal(ConstVectorRef diagonal, ConstVectorRef off_diagonal, VectorRef x);

}  // namespace acgd
