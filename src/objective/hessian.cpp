#include "acgd/objective/hessian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "linalg/decompositions.hpp"
#include "linalg/gram_tiles.hpp"
#include "linalg/kernels.hpp"
#include "objective/hessian.hpp"
#include "objective/sparse_map.hpp"

namespace acgd {

namespace {

constexpr Index kPivots = 64;

/// Whether H has a Cholesky factor. Right-looking blocked algorithm (Golub and Van Loan, sec. 4.2)
/// with kPivots rows U per block: the remaining matrix becomes H - U'U, a product shared by all
/// threads. `less` is -H in its upper half, and is overwritten.
bool has_factor(Matrix& less) {
  const Index n = less.cols();
  Matrix pivot;
  std::vector<Index> places;
  for (Index first = 0; first < n; first += kPivots) {
    const Index size = std::min(kPivots, n - first), rest = n - first - size;
    pivot = -less.block(first, first, size, size).transpose();
    if (!factorize_in_place(pivot)) return false;
    Matrix rows = -less.block(first, first + size, size, rest);
    pivot.triangularView<Eigen::Lower>().solveInPlace(rows);
    places.resize(static_cast<std::size_t>(rest));
    std::iota(places.begin(), places.end(), first + size);
    if (rest > 0) kernels::add_gram({rows.data(), size, rest}, {0, places.data()}, less);
  }
  return true;
}

/// By Gershgorin's theorem H is semidefinite if each diagonal entry is at least the sum of the
/// absolute values of the others in its column. Usually one of the first columns violates this.
bool is_diagonally_dominant(const Hessian& h) {
  Vector dense;
  EntryList list;
  for (Index j = 0; j < h.dimension(); ++j) {
    double diagonal = 0, others = 0;
    list.clear();
    if (h.append_column(j, list)) {
      for (std::size_t k = 0; k < list.size(); ++k) {
        if (list.places[k] == j) diagonal = list.values[k];
        others += std::abs(list.values[k]);
      }
    } else {
      dense.resize(h.dimension());
      h.column(j, dense);
      diagonal = dense[j];
      others = dense.lpNorm<1>();
    }
    if (!(diagonal >= others - std::abs(diagonal))) return false;
  }
  return true;
}

}  // namespace

// A singular H is accepted by a diagonal shift of the size of the backward error of Cholesky's
// method: its factors are those of H + E with ||E|| <= n eps trace(H), up to a small constant.
bool is_known_semidefinite(const Hessian& h) {
  if (const auto factors = h.factors()) return factors->scale >= 0;
  const Index n = h.dimension();
  const bool has_columns = n == 1 || h.column_bytes() < h.bytes();
  if (!has_columns) return false;
  if (is_diagonally_dominant(h)) return true;
  if (n > kMostFactorised) return false;
  Matrix less(n, n);
  for (Index j = 0; j < n; ++j) h.column(j, less.col(j));
  less *= -1;
  if (less.diagonal().maxCoeff() > 0) return false;
  const double rounding = std::numeric_limits<double>::epsilon() * static_cast<double>(n);
  less.diagonal().array() += rounding * less.trace();
  return has_factor(less);
}

namespace {

/// Entries (i, j) and (j, i) are far apart in memory; tiles of this size keep both in the cache.
constexpr Index kBlock = 64;

template <class Visit>
void for_each_pair(Index n, Visit visit) {
  for (Index j0 = 0; j0 < n; j0 += kBlock) {
    for (Index i0 = j0; i0 < n; i0 += kBlock) {
      for (Index j = j0; j < std::min(j0 + kBlock, n); ++j) {
        for (Index i = std::max(i0, j + 1); i < std::min(i0 + kBlock, n); ++i) visit(i, j);
      }
    }
  }
}

void check_finite(const Matrix& h) {
  if (h.allFinite()) return;
  for (Index j = 0; j < h.cols(); ++j) {
    for (Index i = 0; i < h.rows(); ++i) require_finite_entry(i, j, h(i, j));
  }
}

}  // namespace

void Hessian::column(Index j, VectorRef y) const {
  const Vector unit = Vector::Unit(dimension(), j);
  multiply(unit, y);
}

double Hessian::largest_eigenvalue() const { return std::sqrt(squared_operator_norm(*this)); }

DenseHessian::DenseHessian(Matrix h) : h_(std::move(h)) {
  require_square(h_.rows(), h_.cols());
  check_finite(h_);
  Asymmetry worst;
  for_each_pair(h_.rows(), [&](Index i, Index j) { worst.look_at(i, j, h_(i, j), h_(j, i)); });
  if (worst.difference == 0) return;
  worst.refuse_beyond(h_.cwiseAbs().maxCoeff());
  for_each_pair(h_.rows(), [&](Index i, Index j) {
    h_(i, j) = h_(j, i) = h_(i, j) + 0.5 * (h_(j, i) - h_(i, j));
  });
}

// H is symmetric: every entry of y is one dot product with a column, by any thread.
void DenseHessian::multiply(ConstVectorRef x, VectorRef y) const {
  kernels::multiply_adjoint(kernels::DenseView<double>{h_.data(), h_.rows(), h_.cols()}, x.data(),
                            y.data());
}

void GramHessian::multiply(ConstVectorRef x, VectorRef y) const {
  // Thread-local: runs may share H, and iterations do not allocate.
  thread_local Vector image;
  image.resize(a_.map().rows());
  a_.map().multiply(x, image);
  a_.map().multiply_adjoint(image, y);
  y *= scale_;
}

void GramHessian::column(Index j, VectorRef y) const {
  Atom unit;
  unit.become_coordinate(dimension(), j, 1);
  Vector image(a_.map().rows());
  a_.map().image(unit, image);
  a_.map().multiply_adjoint(image, y);
  y *= scale_;
}

double GramHessian::largest_eigenvalue() const {
  return std::abs(scale_) * squared_operator_norm(a_.map());
}

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

// H is symmetric: every entry of y is one dot product with a column, by any thread.
void SparseHessian::multiply(ConstVectorRef x, VectorRef y) const {
  kernels::gather(
      kernels::SparseView<double>{h_.outerIndexPtr(), h_.innerIndexPtr(), h_.valuePtr(), h_.cols()},
      x.data(), y.data());
}

double SparseHessian::bytes() const { return 12.0 * static_cast<double>(h_.nonZeros()); }

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
