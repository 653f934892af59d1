#include "parallel/eigen_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/decompositions.hpp"
#include "linalg/kernels.hpp"
#include "parallel/gradient_operator.hpp"
#include "parallel/reduction.hpp"

namespace acgd {

SymmetricPart::SymmetricPart(const Gradient& gradient, Index side, GradientOperator::Room& room,
                             Vector& scratch)
    : gradient_(gradient), product_(gradient, side, side, room), side_(side), scratch_(scratch) {
  scale_ =
      is_finite(gradient) ? stable_length_of(gradient) : std::numeric_limits<double>::infinity();
  scratch_.resize(side);
}

void SymmetricPart::multiply(const double* in, double* out) const {
  const Eigen::Map<const Vector> x(in, side_);
  Eigen::Map<Vector> y(out, side_);
  if (gradient_.is_dense()) {
    // G x and G' x column by column, so that each column is read from memory once.
    y.setZero();
    for (Index j = 0; j < side_; ++j) {
      const Eigen::Map<const Vector> column(gradient_.entries().data() + j * side_, side_);
      y += x[j] * column;
      scratch_[j] = column.dot(x);
    }
  } else {
    product_.multiply(x, y);
    product_.multiply_adjoint(x, scratch_);
  }
  y = (y + scratch_) / (2 * scale_);
}

void SymmetricPart::form(Matrix& a) const {
  a.resize(side_, side_);
  if (gradient_.is_dense()) {
    const Eigen::Map<const Matrix> g(gradient_.entries().data(), side_, side_);
    a = (g + g.transpose()) / (2 * scale_);
    return;
  }
  const SparsityPattern& pattern = gradient_.pattern();
  a.setZero();
  for (Index j = 0; j < side_; ++j) {
    for (int k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
      a(pattern.row_indices[k], j) += gradient_.entries()[k] / (2 * scale_);
    }
  }
  if (const Reduction* reduction = gradient_.reduction()) {
    const int* columns = pattern.block_columns.data();
    const Matrix mine = a.middleCols(
        columns[reduction->own_blocks().first],
        columns[reduction->own_blocks().last] - columns[reduction->own_blocks().first]);
    gather_columns(*reduction, columns, side_, mine.data(), a.data());
  }
  for (Index j = 0; j < side_; ++j) {
    for (Index i = 0; i <= j; ++i) a(i, j) = a(j, i) = a(i, j) + a(j, i);
  }
}

namespace {

// Rounding level of a search, in units of the scale.
constexpr double kUnseen = 64 * std::numeric_limits<double>::epsilon();

// Assumed lower bound of the component of the pseudo-random vector along the wanted direction,
// relative to the average; one in a thousand directions has less. The bounds depend on it only
// weakly, so that an exact search can be far more cautious.
constexpr double kLeastShare = 1e-3, kLeastShareIfExact = 1e-9;

// Up to this number of rows per pair, a full decomposition costs no more than the searches.
constexpr Index kDirectRowsPerPair = 16;
// Maximum number of rows of a full decomposition.
constexpr Index kMostDirectRows = 1000;

constexpr Index kProductsBetweenBounds = 3;
// A search stops sooner if a full decomposition is possible.
constexpr int kMostRestarts = 40, kRestartsBeforeDecomposing = 4;

void begin_with_units(Index side, Index count, EigenPairs& pairs) {
  pairs.values.setZero(count);
  pairs.vectors.setIdentity(side, count);
  pairs.error = 0;
}

/// Orthogonalises x against the columns.
void leave_out(const Eigen::Ref<const Matrix>& columns, Vector& shares, Eigen::Ref<Vector> x) {
  if (columns.cols() == 0) return;
  auto share = shares.head(columns.cols());
  share.noalias() = columns.transpose() * x;
  x.noalias() -= columns * share;
}

void make_largest_positive(Eigen::Ref<Vector> x) {
  Index largest = 0;
  x.cwiseAbs().maxCoeff(&largest);
  if (x[largest] < 0) x *= -1;
}

}  // namespace

// Smallest eigenpairs of S = (G + G') / 2 by Lanczos' method with deflation (Golub and Van Loan,
// Matrix Computations, chapter 10).
//
// 1. Scale S by ||G||_F, so that its eigenvalues are in [-1, 1].
// 2. For each pair: grow a Krylov space of I - S, orthogonal to the vectors already found, from a
//    pseudo-random start until its bounds of the largest eigenvalue are close enough; if it is
//    full, restart from its best vector (find_next).
// 3. If the matrix is small, or a search fails and it has at most 1000 rows: form S and compute all
//    eigenpairs (decompose).
// 4. Make the largest entry of each vector positive, and undo the scale.

void EigenSearch::find(const Gradient& gradient, Index side, Index count, double accuracy,
                       EigenPairs& pairs) {
  const SymmetricPart s(gradient, side, room_, scratch_);
  const bool has_warm = pairs.vectors.rows() == side && pairs.vectors.cols() == count;
  is_zero_ = s.scale() == 0 || !std::isfinite(s.scale());
  if (is_zero_) {
    begin_with_units(side, count, pairs);
    if (s.scale() == 0) return;
    pairs.values.setConstant(std::numeric_limits<double>::quiet_NaN());
    pairs.error = std::numeric_limits<double>::infinity();
    return;
  }
  if (!has_warm || accuracy > 0) pairs.vectors.setZero(side, count);
  pairs.values.resize(count);
  pairs.error = 0;
  const bool may_decompose = side <= kMostDirectRows;
  bool found = side > kDirectRowsPerPair * count || !may_decompose;
  if (found) {
    make_pseudo_random(side, random_);
    shares_.resize(count);
    const double wanted = accuracy / s.scale() / static_cast<double>(count);
    for (Index i = 0; i < count && found; ++i) {
      const double error = find_next(s, i, std::max(wanted, kUnseen), pairs);
      if (error > kUnseen) pairs.error += error;
      found = error <= std::max(wanted, kUnseen) || !may_decompose;
    }
  }
  searched_ = found ? count : 0;
  if (!found) decompose(s, pairs);
  for (Index i = 0; i < count; ++i) make_largest_positive(pairs.vectors.col(i));
  pairs.values *= s.scale();
  pairs.error *= s.scale();
}

void EigenSearch::candidates(Index count, Matrix& vectors) const {
  if (is_zero_) {
    vectors.resize(random_.size(), 0);
  } else if (searched_ == 0) {
    vectors = all_vectors_.leftCols(std::min(count, all_vectors_.cols()));
  } else {
    space_.best_several(count, vectors);
  }
}

void EigenSearch::decompose(const SymmetricPart& s, EigenPairs& pairs) {
  s.form(formed_);
  symmetric_spectrum(formed_, all_values_, all_vectors_);
  pairs.values = all_values_.head(pairs.values.size());
  pairs.vectors = all_vectors_.leftCols(pairs.values.size());
  pairs.error = 0;
}

double EigenSearch::find_next(const SymmetricPart& s, Index found, double wanted,
                              EigenPairs& pairs) {
  const auto known = pairs.vectors.leftCols(found);
  // The largest eigenvalue of I - S is 1 minus the smallest of S, and I - S is positive
  // semidefinite. Known vectors are projected out on both sides, so that the operator is symmetric
  // despite rounding.
  const auto apply = [&](const double* in, double* out) {
    x_ = Eigen::Map<const Vector>(in, s.side());
    leave_out(known, shares_, x_);
    s.multiply(x_.data(), out);
    Eigen::Map<Vector> y(out, s.side());
    y = x_ - y;
    leave_out(known, shares_, y);
  };
  // Small enough for std::function not to allocate.
  const KrylovSpace::Product product = [&](const double* in, double* out) { apply(in, out); };
  const int most_restarts =
      s.side() <= kMostDirectRows ? kRestartsBeforeDecomposing : kMostRestarts;
  // Each search uses a rotated pseudo-random vector. The previous start may lie in the span of the
  // known vectors, as where all eigenvalues are equal.
  start_ = pairs.vectors.col(found);
  start_.head(s.side() - found) += random_.tail(s.side() - found);
  start_.tail(found) += random_.head(found);
  leave_out(known, shares_, start_);
  const double length = start_.norm();
  start_ /= length;
  // Assumed component of the start along the wanted direction.
  const double least_share = wanted > kUnseen ? kLeastShare : kLeastShareIfExact;
  double share = std::min(1.0, least_share / std::sqrt(static_cast<double>(s.side())) / length);
  double least = 0, most = 2;
  for (int restart = 0;; ++restart) {
    // The same size for each pair, so that memory is reused.
    space_.start(start_, s.side() - pairs.values.size() + 1);
    bool enough = false;
    while (!space_.is_full() && !enough) {
      space_.grow(product);
      if (space_.size() % kProductsBetweenBounds != 0 && !space_.is_full()) continue;
      least = space_.lower_bound();
      most = space_.upper_bound(share);
      enough = most - least <= wanted;
    }
    space_.best(x_);
    leave_out(known, shares_, x_);
    x_.normalize();
    if (enough || restart == most_restarts) break;
    // The Ritz vector is p(A) start with |p| largest at the wanted eigenvalue: its component along
    // the wanted direction is at least that of the start divided by <x, start>.
    const double kept = std::abs(x_.dot(start_));
    share = std::min(1.0, share / std::max(kept, kUnseen));
    start_ = x_;
  }
  pairs.vectors.col(found) = x_;
  // The Rayleigh quotient of the vector itself: rounding may reintroduce known directions into the
  // space.
  s.multiply(x_.data(), start_.data());
  pairs.values[found] = x_.dot(start_);
  return most - (1 - pairs.values[found]);
}

}  // namespace acgd
