#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// a = L in its lower triangle, where a = L L'; false, and a is spoilt, if a is not positive
/// definite. Reads the lower triangle alone. In a file of its own for the same reason as thin_svd().
bool factorize_in_place(Eigen::Ref<Matrix> a);

}  // namespace acgd
