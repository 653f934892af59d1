#pragma once

#include <functional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The Krylov space of a symmetric positive semidefinite operator, grown one product at a time
/// (Lanczos with full reorthogonalisation), and bounds of the largest eigenvalue.
class KrylovSpace {
 public:
  /// product(x, y): y = A x
  using Product = std::function<void(const double* x, double* y)>;

  /// Maximum number of basis vectors.
  static constexpr Index kMostVectors = 120;

  /// Restarts from x with a maximum of `most` vectors. Reuses memory.
  void start(const Vector& x, Index most);

  Index size() const { return size_; }
  /// Whether the maximum size is reached, or the space is invariant.
  bool is_full() const { return size_ == most_ || (size_ > 0 && off_[size_ - 1] == 0); }
  void grow(const Product& product);

  /// The largest Ritz value, a lower bound of the largest eigenvalue, to a relative accuracy of
  /// about 1e-15.
  double lower_bound() const;

  /// An upper bound of the largest eigenvalue, valid if the cosine between the start vector and a
  /// top eigenvector is at least `cosine`. If the cosine with the top Ritz vector is below half of
  /// that, kCautiousShare times the latter is assumed instead.
  ///
  /// With q_j the orthonormal polynomials of the recurrence, an eigenvector of value m with
  /// component c along the first basis vector has component c q_j(m) along the j-th; the squares
  /// sum to at most 1. Above the largest Ritz value every q_j increases with m, so the m at which
  /// the sum is 1 is an upper bound.
  double upper_bound(double cosine) const;

  /// x = the unit Ritz vector of the largest Ritz value
  void best(Vector& x) const;
  /// The unit Ritz vectors of the `count` largest Ritz values, or of all, as columns, the largest
  /// first.
  void best_several(Index count, Matrix& vectors) const;

 private:
  /// sum of q_j(m)^2 for j = 0..size; infinite above 1e200, and 0 below the largest Ritz value.
  double squared_shares(double m) const;
  /// The smallest m above `below` with squared_shares(m) >= sum.
  double smallest_with(double sum, double below) const;

  Index most_ = 0;
  Matrix basis_;     ///< the first size_ columns are used
  Vector diagonal_;  ///< of the operator in this basis
  Vector off_;       ///< off_[j] couples columns j and j + 1
  Index size_ = 0;
  Vector next_;  ///< the next column before normalisation, of length off_[size_ - 1]
  Vector projected_;
};

}  // namespace acgd
