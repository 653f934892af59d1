#include "linalg/recompress.hpp"

#include <Eigen/QR>
#include <algorithm>

#include "linalg/thin_svd.hpp"

namespace acgd {
namespace {

using Factor = Eigen::HouseholderQR<Matrix>;

/// R of the factorisation A = Q R, min(rows, cols) x cols.
Matrix triangle(const Factor& qr) {
  const Index size = std::min(qr.rows(), qr.cols());
  return qr.matrixQR().topRows(size).triangularView<Eigen::Upper>();
}

/// Q times the columns of `small`, which stand for its first rows.
Matrix expand(const Factor& qr, const Eigen::Ref<const Matrix>& small) {
  Matrix large = Matrix::Zero(qr.rows(), small.cols());
  large.topRows(small.rows()) = small;
  large.applyOnTheLeft(qr.householderQ());
  return large;
}

Matrix core(const Factor& left, ConstVectorRef weights, const Factor& right) {
  return triangle(left) * weights.asDiagonal() * triangle(right).transpose();
}

/// How many of the descending values must stay for the others to have at most this norm.
Index kept(const Vector& values, double allowed) {
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
  const Factor left_qr(left);
  const Factor right_qr(right);
  const ThinSvd svd = thin_svd(core(left_qr, weights, right_qr));
  const Index rank = kept(svd.values, tolerance * svd.values.norm());
  return {expand(left_qr, svd.left.leftCols(rank)), svd.values.head(rank),
          expand(right_qr, svd.right.leftCols(rank))};
}

double norm_of_terms(const Eigen::Ref<const Matrix>& left, ConstVectorRef weights,
                     const Eigen::Ref<const Matrix>& right) {
  return core(Factor(left), weights, Factor(right)).norm();
}

}  // namespace acgd
