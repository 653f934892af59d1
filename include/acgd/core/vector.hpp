#pragma once

#include <Eigen/Core>

namespace acgd {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;  ///< column-major; a matrix variable is its stacked columns

using ConstVectorRef = Eigen::Ref<const Vector>;
using VectorRef = Eigen::Ref<Vector>;

/// Eigen's alignment depends on the compiler's -m flags, and memory allocated with one alignment
/// crashes when it is freed with another. A program whose alignment differs from the library's does
/// not link: compile both with the same flags. (The library's own kernels use AVX2 where the
/// machine has it.)
template <int bytes>
void library_built_for_eigen_alignment();
namespace detail {
[[gnu::used]] inline void (*const same_eigen_alignment)() =
    &library_built_for_eigen_alignment<EIGEN_DEFAULT_ALIGN_BYTES>;
}

}  // namespace acgd
