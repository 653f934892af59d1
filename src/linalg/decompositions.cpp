#include "linalg/decompositions.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>

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

bool factorize_in_place(Eigen::Ref<Matrix> a) {
  return Eigen::LLT<Eigen::Ref<Matrix>>(a).info() == Eigen::Success;
}

namespace {

// Matrices up to this size are decomposed on the stack, since iterations must not allocate.
constexpr Index kMostOnStack = kMostTridiagonal;
using OnStack =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMostOnStack, kMostOnStack>;

template <class Scratch>
void decompose_in(const Eigen::Ref<const Matrix>& a, Vector& values, Matrix& vectors) {
  const Eigen::SelfAdjointEigenSolver<Scratch> solver(a);
  values = solver.eigenvalues();
  vectors = solver.eigenvectors();
}

}  // namespace

void symmetric_spectrum(const Eigen::Ref<const Matrix>& a, Vector& values, Matrix& vectors) {
  if (a.rows() <= kMostOnStack) return decompose_in<OnStack>(a, values, vectors);
  decompose_in<Matrix>(a, values, vectors);
}

Vector symmetric_eigenvalues(const Eigen::Ref<const Matrix>& a) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

void top_of_tridiagonal(ConstVectorRef diagonal, ConstVectorRef off_diagonal, VectorRef x) {
  Eigen::SelfAdjointEigenSolver<OnStack> solver;
  solver.computeFromTridiagonal(diagonal, off_diagonal);
  x = solver.eigenvectors().rightCols<1>();
}

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

LeastSquaresFactor::LeastSquaresFactor(LeastSquaresFactor&&) noexcept = default;
LeastSquaresFactor::~LeastSquaresFactor() = default;

Vector LeastSquaresFactor::solve(ConstVectorRef b) const { return pivoted_->qr.solve(b); }

Index LeastSquaresFactor::rank() const { return pivoted_->qr.rank(); }

double LeastSquaresFactor::condition() const {
  const Vector sizes = pivoted_->qr.matrixR().diagonal().cwiseAbs();
  return sizes.maxCoeff() / sizes.minCoeff();
}

}  // namespace acgd
