#pragma once

#include "acgd/core/vector.hpp"

namespace acgd {

/// left diag(weights) right'
struct Terms {
  Matrix left;
  Vector weights;
  Matrix right;
};

/// Rewrites the matrix as a truncated SVD, singular values descending, with the smallest rank whose
/// error in the Frobenius norm is at most `tolerance` * norm. A zero matrix has rank 0. In a
/// separate source file for compile time, like thin_svd().
Terms recompress(const Eigen::Ref<const Matrix>& left, ConstVectorRef weights,
                 const Eigen::Ref<const Matrix>& right, double tolerance);

/// ||left diag(weights) right'||_F, accurate even where the terms cancel.
double norm_of_terms(const Eigen::Ref<const Matrix>& left, ConstVectorRef weights,
                     const Eigen::Ref<const Matrix>& right);

}  // namespace acgd
