#include "linalg/orthogonal_factor.hpp"

#include <Eigen/QR>
#include <algorithm>

namespace acgd {

OrthogonalFactor::OrthogonalFactor(const Eigen::Ref<const Matrix>& a) {
  const Eigen::HouseholderQR<Matrix> qr(a);
  reflections_ = qr.matrixQR();
  coefficients_ = qr.hCoeffs();
}

Matrix OrthogonalFactor::triangle() const {
  const Index size = std::min(reflections_.rows(), reflections_.cols());
  return reflections_.topRows(size).triangularView<Eigen::Upper>();
}

Matrix OrthogonalFactor::expand(const Eigen::Ref<const Matrix>& small) const {
  Matrix large = Matrix::Zero(reflections_.rows(), small.cols());
  large.topRows(small.rows()) = small;
  large.applyOnTheLeft(Eigen::householderSequence(reflections_, coefficients_));
  return large;
}

struct LeastSquaresFactor::Pivoted {
  Eigen::ColPivHouseholderQR<Matrix> qr;
};

LeastSquaresFactor::LeastSquaresFactor(const Eigen::Ref<const Matrix>& a)
    : pivoted_(new Pivoted{Eigen::ColPivHouseholderQR<Matrix>(a)}) {}

LeastSquaresFactor::~LeastSquaresFactor() = default;

Vector LeastSquaresFactor::solve(ConstVectorRef b) const { return pivoted_->qr.solve(b); }

}  // namespace acgd
