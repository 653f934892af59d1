#include "acgd/objective/hessian.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "acgd/core/error.hpp"
#include "linalg/kernels.hpp"
#include "objective/symmetry.hpp"

namespace acgd {
namespace {

/// Entries (i, j) and (j, i) are far apart in memory; tile by tile both stay in the cache.
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

// The rows are the columns: every entry of y is one dot product, whichever thread computes it.
void DenseHessian::multiply(ConstVectorRef x, VectorRef y) const {
  kernels::multiply_adjoint(kernels::DenseView<double>{h_.data(), h_.rows(), h_.cols()}, x.data(),
                            y.data());
}

GramHessian::GramHessian(std::shared_ptr<const LinearMap> a, double scale)
    : a_(std::move(a)), scale_(scale) {
  if (a_ == nullptr) throw InvalidInput("A: must not be null");
}

void GramHessian::multiply(ConstVectorRef x, VectorRef y) const {
  // One a thread: any number of runs may multiply at once, and none allocates while it iterates.
  thread_local Vector image;
  image.resize(a_->rows());
  a_->multiply(x, image);
  a_->multiply_adjoint(image, y);
  y *= scale_;
}

void GramHessian::column(Index j, VectorRef y) const {
  Atom unit;
  unit.become_coordinate(dimension(), j, 1);
  Vector image(a_->rows());
  a_->image(unit, image);
  a_->multiply_adjoint(image, y);
  y *= scale_;
}

double GramHessian::largest_eigenvalue() const {
  return std::abs(scale_) * squared_operator_norm(*a_);
}

}  // namespace acgd
