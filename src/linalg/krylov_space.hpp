#pragma once

#include <functional>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The Krylov space of a symmetric positive semidefinite operator, grown one product at a time
/// (Lanczos with full reorthogonalisation), and what it says about the largest eigenvalue.
class KrylovSpace {
 public:
  /// product(x, y): y = A x
  using Product = std::function<void(const double* x, double* y)>;

  /// As many vectors as it may ever have.
  static constexpr Index kMostVectors = 120;

  /// Starts afresh from x; may grow to `most` vectors. The memory of spaces before is used again.
  void start(const Vector& x, Index most);

  Index size() const { return size_; }
  /// Whether it may not grow, or cannot: a product with it leads nowhere new.
  bool is_full() const { return size_ == most_ || (size_ > 0 && off_[size_ - 1] == 0); }
  void grow(const Product& product);

  /// The largest Ritz value, a lower bound, to a relative 1e-15 or so.
  double lower_bound() const;

  /// An upper bound, true if the start vector holds a share of at least `cosine` of an eigenvector
  /// of the largest eigenvalue. Where the best vector of the space has a smaller one, that was too
  /// much to suppose: then it need hold kCautiousShare of what it holds of that vector.
  ///
  /// With q_j the orthonormal polynomials of the recurrence, an eigenvector of value m that shares
  /// c with the first basis vector shares c q_j(m) with the j-th; squared, these add up to at
  /// most 1. Above the largest Ritz value every q_j grows with m, so m is bounded by where the sum
  /// says 1.
  double upper_bound(double cosine) const;

  /// x = the unit vector of the largest Ritz value
  void best(Vector& x) const;

 private:
  /// sum of q_j(m)^2 for j = 0..size, infinite once it is past all use; 0 below the largest Ritz
  /// value.
  double squared_shares(double m) const;
  /// The smallest m above `below` with squared_shares(m) >= sum.
  double smallest_with(double sum, double below) const;

  Index most_ = 0;
  Matrix basis_;     ///< the first size_ columns
  Vector diagonal_;  ///< of the operator in this basis
  Vector off_;       ///< off_[j] links columns j and j + 1
  Index size_ = 0;
  Vector next_;  ///< what the next column is made of, of length off_[size_ - 1]
  Vector projected_;
};

}  // namespace acgd
