#include "linalg/lanczos.hpp"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>

namespace acgd {
namespace {

/// Adapter of a product to Spectra's operator interface.
struct LanczosOperator {
  using Scalar = double;

  Index size;
  const KrylovSpace::Product& product;

  Index rows() const { return size; }
  Index cols() const { return size; }
  void perform_op(const double* x, double* y) const { product(x, y); }
};

/// Gives access to the top Ritz vector, converged or not.
class Lanczos : public Spectra::SymEigsSolver<LanczosOperator> {
 public:
  using SymEigsSolver::SymEigsSolver;

  double best(acgd::Vector& x) const {
    const Eigen::SelfAdjointEigenSolver<acgd::Matrix> ritz(m_fac.matrix_H());
    x.noalias() = m_fac.matrix_V() * ritz.eigenvectors().rightCols<1>();
    const auto top = ritz.eigenvalues().tail<2>();
    return top[1] - top[0];
  }
};

}  // namespace

LanczosProgress lanczos(Index size, const KrylovSpace::Product& product,
                        const LanczosEffort& effort, Vector& x) {
  LanczosOperator a{size, product};
  Lanczos search(a, 1, std::min(effort.krylov_size, size));
  search.init(x.data());
  search.compute(Spectra::SortRule::LargestAlge, effort.max_restarts, effort.tolerance);
  return {search.info() == Spectra::CompInfo::Successful, search.best(x)};
}

}  // namespace acgd
