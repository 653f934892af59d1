#pragma once

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// The factor L of a positive definite matrix M = L L' that rows and columns are appended to and
/// removed from, for the square of its size each. Allocates only to grow.
class UpdatedCholesky {
 public:
  Index size() const { return size_; }
  void clear() { size_ = 0; }

  /// M is the lower triangle of the matrix that fill(l) writes, of this size. False, and M is empty,
  /// where a pivot is not above `share` of its diagonal entry.
  template <class Fill>
  bool factorize(Index size, double share, const Fill& fill) {
    make_room(size);
    fill(l_);
    return factorize_in_place(size, share);
  }
  /// Appends the row (m', diagonal) to M. False, and nothing is appended, where the pivot, the
  /// square of the new diagonal entry of L, is not above `least`.
  bool append(const Vector& m, double diagonal, double least);
  /// Of the last append(), taken or not: the pivot, and L^-1 m.
  double pivot() const { return pivot_; }
  auto reduced() const { return reduced_.head(size_of_reduced_); }

  /// Removes row and column i from M.
  void remove(Index i);

  /// b = L^-1 b, and b = L'^-1 b
  void solve_lower(VectorRef b) const;
  void solve_upper(VectorRef b) const;

  void visit(Archive& archive);

 private:
  void make_room(Index size);
  bool factorize_in_place(Index size, double share);

  Matrix l_;  ///< its first size_ rows and columns, of which the lower triangle
  Index size_ = 0;
  Vector reduced_;
  Index size_of_reduced_ = 0;
  double pivot_ = 0;
};

}  // namespace acgd
