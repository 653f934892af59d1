#include "linalg/updated_cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "linalg/decompositions.hpp"

namespace acgd {

// Cholesky factorisation with updates (Golub and Van Loan, Matrix Computations, 4th ed., section
// 6.5).
//
// 1. factorize: M = L L' from scratch; fails where a pivot l_ii^2 <= share * m_ii.
// 2. append: solve L r = m; the new row of L is (r', sqrt(pivot)) with pivot = diagonal - r'r.
// 3. remove: delete row i of L, then restore the triangle by Givens rotations.
//
// Steps 2 and 3 cost O(n^2) each.

void UpdatedCholesky::make_room(Index size) {
  if (size <= l_.rows()) return;
  const Index room = size + size / 2 + 16;
  l_.conservativeResize(room, room);
  reduced_.conservativeResize(room);
}

bool UpdatedCholesky::factorize_in_place(Index size, double share) {
  size_ = 0;
  reduced_.head(size) = l_.diagonal().head(size);
  if (!acgd::factorize_in_place(l_.topLeftCorner(size, size))) return false;
  for (Index i = 0; i < size; ++i) {
    if (!(l_(i, i) * l_(i, i) > share * reduced_[i])) return false;
  }
  size_ = size;
  return true;
}

bool UpdatedCholesky::append(const Vector& m, double diagonal, double least) {
  const Index n = size_;
  make_room(n + 1);
  auto reduced = reduced_.head(n);
  reduced = m.head(n);
  l_.topLeftCorner(n, n).triangularView<Eigen::Lower>().solveInPlace(reduced);
  size_of_reduced_ = n;
  pivot_ = diagonal - reduced.squaredNorm();
  if (!(pivot_ > least)) return false;
  l_.row(n).head(n) = reduced.transpose();
  l_(n, n) = std::sqrt(pivot_);
  ++size_;
  return true;
}

// Deleting row i leaves L lower triangular except for one entry right of the diagonal in each row
// from i on. Givens rotations of neighbouring columns eliminate these.
void UpdatedCholesky::remove(Index i) {
  assert(i >= 0 && i < size_);
  const Index n = size_ - 1;
  for (Index c = 0; c <= n; ++c) {
    double* column = l_.col(c).data();
    const Index first = std::max(i + 1, c);
    std::copy(column + first, column + n + 1, column + first - 1);
  }
  for (Index c = i; c < n; ++c) {
    double* left = l_.col(c).data();
    double* right = l_.col(c + 1).data();
    const double r = std::hypot(left[c], right[c]);
    const double cosine = left[c] / r, sine = right[c] / r;
    left[c] = r;
    for (Index k = c + 1; k < n; ++k) {
      const double both = cosine * left[k] + sine * right[k];
      right[k] = cosine * right[k] - sine * left[k];
      left[k] = both;
    }
  }
  size_ = n;
}

void UpdatedCholesky::solve_lower(VectorRef b) const {
  l_.topLeftCorner(size_, size_).triangularView<Eigen::Lower>().solveInPlace(b);
}

void UpdatedCholesky::solve_upper(VectorRef b) const {
  l_.topLeftCorner(size_, size_).transpose().triangularView<Eigen::Upper>().solveInPlace(b);
}

void UpdatedCholesky::visit(Archive& archive) {
  archive(size_);
  Matrix whole = archive.is_loading() ? Matrix() : Matrix(l_.topLeftCorner(size_, size_));
  archive.visit_resized(whole);
  Archive::require(whole.rows() == size_ && whole.cols() == size_, "a factor has another size");
  make_room(size_);
  l_.topLeftCorner(size_, size_) = whole;
}

}  // namespace acgd
