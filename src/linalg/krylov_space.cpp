#include "linalg/krylov_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/decompositions.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

namespace {

constexpr double kUlpOfOne = std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

void KrylovSpace::start(const Vector& x, Index most) {
  most_ = std::min(most, kMostVectors);
  size_ = 0;
  basis_.resize(x.size(), most_);
  diagonal_.resize(most_);
  off_.resize(most_);
  projected_.resize(most_);
  next_ = x / x.norm();
}

void KrylovSpace::grow(const Product& product) {
  const Index k = size_++;
  basis_.col(k) = next_ / (k == 0 ? 1.0 : off_[k - 1]);
  product(basis_.col(k).data(), next_.data());
  diagonal_[k] = basis_.col(k).dot(next_);
  if (k > 0) next_ -= off_[k - 1] * basis_.col(k - 1);
  next_ -= diagonal_[k] * basis_.col(k);
  // Full reorthogonalisation: the recurrence alone would reintroduce converged vectors.
  projected_.head(size_).noalias() = basis_.leftCols(size_).transpose() * next_;
  next_.noalias() -= basis_.leftCols(size_) * projected_.head(size_);
  off_[k] = next_.norm();
  // If the space is invariant, the remainder is rounding error and not a direction.
  if (!(off_[k] > 10 * kUlpOfOne * diagonal_.head(size_).maxCoeff())) off_[k] = 0;
}

double KrylovSpace::squared_shares(double m) const {
  double before = 0;
  double q = 1;
  double sum = 1;
  for (Index j = 0; j < size_; ++j) {
    const double grown = (m - diagonal_[j]) * q - (j == 0 ? 0.0 : off_[j - 1] * before);
    if (!(grown > 0)) return 0;
    before = q;
    q = grown / off_[j];
    sum += q * q;
    if (!(sum < 1e200)) return kInfinity;
  }
  return sum;
}

double KrylovSpace::smallest_with(double sum, double below) const {
  double above = below;
  for (Index j = 0; j < size_; ++j) {
    const double row = diagonal_[j] + (j > 0 ? off_[j - 1] : 0.0) + off_[j];
    above = std::max(above, row);
  }
  // The largest row sum (Gershgorin) bounds the Ritz values; the wanted m may be larger.
  for (double width = above - below + kUlpOfOne * above; squared_shares(above) < sum; width *= 2) {
    above += width;
  }
  while (above - below > 2 * kUlpOfOne * above) {
    const double middle = 0.5 * (below + above);
    (squared_shares(middle) < sum ? below : above) = middle;
  }
  return above;
}

double KrylovSpace::lower_bound() const {
  const double largest = diagonal_.head(size_).maxCoeff();
  constexpr double kAny = std::numeric_limits<double>::min();
  return smallest_with(kAny, largest);
}

double KrylovSpace::upper_bound(double cosine) const {
  const double below = lower_bound();
  // Cosine of the start vector and the top Ritz vector. A value far below `cosine` is not due to
  // rounding.
  const double seen = 1 / std::sqrt(squared_shares(below));
  if (seen < 0.5 * cosine) cosine = kCautiousShare * seen;
  return smallest_with(1 / (cosine * cosine), below);
}

void KrylovSpace::best(Vector& x) const {
  // On the stack, since iterations must not allocate.
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostVectors, 1> top(size_);
  top_of_tridiagonal(diagonal_.head(size_), off_.head(size_ - 1), top);
  x.noalias() = basis_.leftCols(size_) * top;
}

void KrylovSpace::best_several(Index count, Matrix& vectors) const {
  Matrix projected = Matrix::Zero(size_, size_);
  projected.diagonal() = diagonal_.head(size_);
  if (size_ > 1) projected.diagonal(-1) = off_.head(size_ - 1);
  Vector values;
  Matrix all;
  symmetric_spectrum(projected, values, all);
  vectors.noalias() =
      basis_.leftCols(size_) * all.rightCols(std::min(count, size_)).rowwise().reverse();
}

}  // namespace acgd
