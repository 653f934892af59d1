#include "linalg/symmetric_spectrum.hpp"

#include <Eigen/Eigenvalues>

namespace acgd {
namespace {

// Smaller matrices are decomposed on the stack: runs do not allocate.
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

}  // namespace acgd
