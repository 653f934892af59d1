#include "acgd/objective/sparse_hessian.hpp"

#include <algorithm>

#include "linalg/kernels.hpp"
#include "objective/sparse_columns.hpp"
#include "objective/symmetry.hpp"

namespace acgd {

SparseHessian::SparseHessian(const Eigen::SparseMatrix<double>& h) {
  require_square(h.rows(), h.cols());
  h_ = are_sorted("Q", h) ? h : sorted(h);
  h_.makeCompressed();
  const Eigen::SparseMatrix<double> transposed = h_.transpose();
  double largest = 0;
  for (Index j = 0; j < h_.cols(); ++j) {
    for (Eigen::SparseMatrix<double>::InnerIterator entry(h_, j); entry; ++entry) {
      require_finite_entry(entry.row(), j, entry.value());
      largest = std::max(largest, std::abs(entry.value()));
    }
  }
  const Eigen::SparseMatrix<double> difference = h_ - transposed;
  Asymmetry worst;
  for (Index j = 0; j < h_.cols(); ++j) {
    for (Eigen::SparseMatrix<double>::InnerIterator entry(difference, j); entry; ++entry) {
      worst.look_at(entry.row(), j, entry.value(), 0);
    }
  }
  if (worst.difference == 0) return;
  worst.below = h_.coeff(worst.i, worst.j);
  worst.above = h_.coeff(worst.j, worst.i);
  worst.refuse_beyond(largest);
  h_ = 0.5 * (h_ + transposed);
  h_.makeCompressed();
}

// The rows are the columns: every entry of y is one dot product, whichever thread computes it.
void SparseHessian::multiply(ConstVectorRef x, VectorRef y) const {
  kernels::gather(
      kernels::SparseView<double>{h_.outerIndexPtr(), h_.innerIndexPtr(), h_.valuePtr(), h_.cols()},
      x.data(), y.data());
}

void SparseHessian::column(Index j, VectorRef y) const {
  y.setZero();
  for (Eigen::SparseMatrix<double>::InnerIterator entry(h_, j); entry; ++entry) {
    y[entry.row()] = entry.value();
  }
}

bool SparseHessian::append_column(Index j, EntryList& list) const {
  for (Eigen::SparseMatrix<double>::InnerIterator entry(h_, j); entry; ++entry) {
    list.add(entry.row(), entry.value());
  }
  return true;
}

}  // namespace acgd
