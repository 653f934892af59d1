#pragma once

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// The factor L of a positive definite matrix M = L L', with O(n^2) insertion and removal of rows
/// and columns. Allocates only to grow.
class UpdatedCholesky {
 public:
  Index size() const { return size_; }
  void clear() { size_ = 0; }

  /// Factorises the matrix of this size whose lower triangle fill(l) writes. Returns false, with M
  /// empty, if a pivot is not above `share` times its diagonal entry.
  template <class Fill>
  bool factorize(Index size, double share, const Fill& fill) {
    make_room(size);
    fill(l_);
    return factorize_in_place(size, share);
  }
  /// Appends the row (m', diagonal) to M. Returns false and appends nothing if the pivot, the
  /// square of the new diagonal entry of L, is not above `least`.
  bool append(const Vector& m, double diagonal, double least);
  /// The pivot and L^-1 m of the last append(), successful or not.
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

  Matrix l_;  ///< lower triangle of the first size_ rows and columns
  Index size_ = 0;
  Vector reduced_;
  Index size_of_reduced_ = 0;
  double pivot_ = 0;
};

}  // namespace acgd
