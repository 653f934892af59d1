#pragma once

#include <Eigen/Core>

namespace acgd {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;  ///< column-major; a matrix variable is its columns, stacked

using ConstVectorRef = Eigen::Ref<const Vector>;
using VectorRef = Eigen::Ref<Vector>;

/// Eigen aligns memory as the compiler's -m flags say, and a vector allocated one way crashes when
/// it is freed the other way. A program whose flags differ from the library's in this does not
/// link: compile both with the same ones. (The library's own loops use AVX2 where the machine has
/// it.)
template <int bytes>
void library_built_for_eigen_alignment();
namespace detail {
[[gnu::used]] inline void (*const same_eigen_alignment)() =
    &library_built_for_eigen_alignment<EIGEN_DEFAULT_ALIGN_BYTES>;
}

}  // namespace acgd
