#include "linalg/low_rank.hpp"

#include "linalg/decompositions.hpp"

namespace acgd {

namespace {

Matrix core(const OrthogonalFactor& left, ConstVectorRef weights, const OrthogonalFactor& right) {
  return left.triangle() * weights.asDiagonal() * right.triangle().transpose();
}

/// The smallest number of leading values such that the norm of the others is at most `allowed`.
Index numerical_rank(const Vector& values, double allowed) {
  double dropped = 0;
  Index count = values.size();
  for (; count > 0; --count) {
    dropped += values[count - 1] * values[count - 1];
    if (dropped > allowed * allowed) break;
  }
  return count;
}

}  // namespace

Terms recompress(const Eigen::Ref<const Matrix>& left, ConstVectorRef weights,
                 const Eigen::Ref<const Matrix>& right, double tolerance) {
  const OrthogonalFactor left_qr(left);
  const OrthogonalFactor right_qr(right);
  const ThinSvd svd = thin_svd(core(left_qr, weights, right_qr));
  const Index rank = numerical_rank(svd.values, tolerance * svd.values.norm());
  return {left_qr.expand(svd.left.leftCols(rank)), svd.values.head(rank),
          right_qr.expand(svd.right.leftCols(rank))};
}

double norm_of_terms(const Eigen::Ref<const Matrix>& left, ConstVectorRef weights,
                     const Eigen::Ref<const Matrix>& right) {
  return core(OrthogonalFactor(left), weights, OrthogonalFactor(right)).norm();
}

}  // namespace acgd
