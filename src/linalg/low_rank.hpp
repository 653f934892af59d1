#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// left diag(weights) right'
struct Terms {
  Matrix left;
  Vector weights;
  Matrix right;
};

/// Rewrites the matrix with orthonormal columns and its singular values, descending, as few of them
/// as change it by at most `tolerance` * its Frobenius norm; of a zero matrix none is left.
/// In a file of its own, like the singular value decomposition, for the time Eigen's QR takes to
/// compile.
Terms recompress(const Eigen::Ref<const Matrix>& left, ConstVectorRef weights,
                 const Eigen::Ref<const Matrix>& right, double tolerance);

/// ||left diag(weights) right'||_F, accurate even where the terms cancel.
double norm_of_terms(const Eigen::Ref<const Matrix>& left, ConstVectorRef weights,
                     const Eigen::Ref<const Matrix>& right);

}  // namespace acgd
