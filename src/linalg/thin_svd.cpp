#include "linalg/thin_svd.hpp"

#include <Eigen/SVD>

namespace acgd {
namespace {

template <class Decomposition>
ThinSvd parts(const Decomposition& svd) {
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

}  // namespace

ThinSvd thin_svd(const Eigen::Ref<const Matrix>& a) {
  constexpr unsigned thin = Eigen::ComputeThinU | Eigen::ComputeThinV;
  const Eigen::BDCSVD<Matrix> divided(a, thin);
  if (divided.info() == Eigen::Success && divided.matrixU().allFinite() &&
      divided.matrixV().allFinite()) {
    return parts(divided);
  }
  return parts(Eigen::JacobiSVD<Matrix>(a, thin));
}

Vector singular_values(const Eigen::Ref<const Matrix>& a) {
  return Eigen::BDCSVD<Matrix>(a).singularValues();
}

}  // namespace acgd
