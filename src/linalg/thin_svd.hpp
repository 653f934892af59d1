#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// A = left diag(values) right', values descending, min(rows, cols) of them.
struct ThinSvd {
  Matrix left;
  Vector values;
  Matrix right;
};

/// The decomposition of a finite matrix. In a file of its own, since Eigen's templates for it take
/// longer to compile than the rest of the library.
ThinSvd thin_svd(const Eigen::Ref<const Matrix>& a);

/// Its values alone, which cost less.
Vector singular_values(const Eigen::Ref<const Matrix>& a);

}  // namespace acgd
