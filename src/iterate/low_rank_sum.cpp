#include "iterate/low_rank_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "acgd/core/error.hpp"
#include "linalg/kernels.hpp"
#include "linalg/threads.hpp"

namespace acgd {
namespace {

// Maximum number of terms beside a base; more are added to it by one matrix product.
constexpr Index kTermsBesideBase = 32;
constexpr Index kTermsPerTask = 64;
constexpr Index kColumnsPerTask = 256;

}  // namespace

double squared_norm_of(std::span<const RankOneTerm> terms) {
  double sum = 0;
  for (const RankOneTerm& term : terms) {
    sum += term.weight * term.weight * term.left->squaredNorm() * term.right->squaredNorm();
    for (const RankOneTerm* other = terms.data(); other != &term; ++other) {
      sum += 2 * term.weight * other->weight * term.left->dot(*other->left) *
             term.right->dot(*other->right);
    }
  }
  return sum;
}

// Sum of rank-one terms with recompression (truncated SVD: Golub and Van Loan, "Matrix
// Computations"):
// 1. update(): X = shrink X + new terms. Scales the weights, appends the terms, carries ||X||_F^2.
// 2. More terms than the bound: shrink_to_rank() recompresses them to the singular values of X.
// 3. A rank above half the bound raises the bound to twice the rank.
// 4. If that many terms need more memory than the matrix, they are added into a dense base. From
//    then on add_terms_to_base() adds new terms whenever there are more than kTermsBesideBase.
LowRankSum::LowRankSum(Index rows, Index cols, Index max_terms) : bound_(max_terms) {
  require_at_least("max_terms", max_terms, 1);
  terms_.left.resize(rows, 0);
  terms_.right.resize(cols, 0);
}

void LowRankSum::reserve(Index count) {
  if (count <= terms_.left.cols()) return;
  const Index room = std::min(std::max(count, 2 * terms_.left.cols()), std::max(count, bound_ + 1));
  terms_.left.conservativeResize(Eigen::NoChange, room);
  terms_.right.conservativeResize(Eigen::NoChange, room);
  terms_.weights.conservativeResize(room);
}

void LowRankSum::assign(const Eigen::Ref<const Matrix>& matrix) {
  // As terms e_j x_j' over the shorter side, then recompressed.
  const Index size = std::min(rows(), cols());
  base_.resize(0, 0);
  if (rows() <= cols()) {
    terms_ =
        recompress(Matrix::Identity(size, size), Vector::Ones(size), matrix.transpose(), tolerance);
  } else {
    terms_ = recompress(matrix, Vector::Ones(size), Matrix::Identity(size, size), tolerance);
  }
  count_ = terms_.weights.size();
  bound_ = std::max(bound_, 2 * count_);
  squared_norm_ = terms_.weights.squaredNorm();
}

void LowRankSum::assign(std::span<const RankOneTerm> terms) {
  count_ = 0;
  base_.resize(0, 0);
  squared_norm_ = squared_norm_of(terms);
  for (const RankOneTerm& term : terms) push(term);
  if (count_ > bound_) shrink_to_rank();
}

void LowRankSum::update(double shrink, std::span<const RankOneTerm> terms) {
  double both = 0;
  for (const RankOneTerm& term : terms) both += 2 * shrink * term.weight * term.dot;
  squared_norm_ = shrink * shrink * squared_norm_ + both + squared_norm_of(terms);
  terms_.weights.head(count_) *= shrink;
  base_weight_ *= shrink;
  for (const RankOneTerm& term : terms) push(term);
  if (has_base() && count_ > kTermsBesideBase) {
    add_terms_to_base();
  } else if (!has_base() && count_ > bound_) {
    shrink_to_rank();
  }
}

void LowRankSum::push(const RankOneTerm& term) {
  reserve(count_ + 1);
  terms_.left.col(count_) = *term.left;
  terms_.right.col(count_) = *term.right;
  terms_.weights[count_] = term.weight;
  ++count_;
}

void LowRankSum::shrink_to_rank() {
  terms_ = recompress(left(), weights(), right(), tolerance);
  count_ = terms_.weights.size();
  squared_norm_ = terms_.weights.squaredNorm();
  if (2 * count_ <= bound_) return;
  bound_ = 2 * count_;
  if (bound_ * (rows() + cols()) > rows() * cols()) {
    base_ = Matrix::Zero(rows(), cols());
    add_terms_to_base();
  }
}

void LowRankSum::add_terms_to_base() {
  const Matrix by_col = weights().asDiagonal() * right().transpose();
  std::vector<Index> all(static_cast<std::size_t>(count_));
  std::iota(all.begin(), all.end(), Index{0});
  const kernels::DenseView<double> lefts{terms_.left.data(), rows(), count_};
  in_tasks(cols(), kColumnsPerTask, 8 * base_.size(), [&](Index first, Index last) {
    for (Index j = first; j < last; ++j) {
      if (base_weight_ != 1) base_.col(j) *= base_weight_;
      kernels::add_columns(lefts, {all.data(), by_col.col(j).data(), count_}, base_.col(j).data());
    }
  });
  base_weight_ = 1;
  squared_norm_ = base_.squaredNorm();
  count_ = 0;
}

double LowRankSum::dot(const Vector& l, const Vector& r) const {
  // Stores the products and adds them in order, so that the bits do not depend on the threads.
  const Index columns = has_base() ? cols() : 0;
  parts_.resize(std::max(parts_.size(), count_ + columns));
  auto parts = parts_.head(count_ + columns);
  const auto along = [](const double* column, const Vector& v) {
    return kernels::dot(column, v.data(), v.size());
  };
  in_tasks(parts.size(), kTermsPerTask, 8 * parts.size() * rows(), [&](Index first, Index last) {
    for (Index k = first; k < last; ++k) {
      const Index j = k - count_;
      parts[k] = j < 0 ? terms_.weights[k] * along(terms_.left.col(k).data(), l) *
                             along(terms_.right.col(k).data(), r)
                       : base_weight_ * r[j] * along(base_.col(j).data(), l);
    }
  });
  return parts.sum();
}

double LowRankSum::norm_of_sum(double shrink, std::span<const RankOneTerm> terms) const {
  if (has_base()) {
    Matrix sum = shrink * base_weight_ * base_;
    for (const RankOneTerm& term : terms) {
      sum += (term.weight * *term.left) * term.right->transpose();
    }
    sum.noalias() += (left() * (shrink * weights()).asDiagonal()) * right().transpose();
    return sum.norm();
  }
  const Index all = count_ + static_cast<Index>(terms.size());
  Terms sum{Matrix(rows(), all), Vector(all), Matrix(cols(), all)};
  sum.left.leftCols(count_) = left();
  sum.right.leftCols(count_) = right();
  sum.weights.head(count_) = shrink * weights();
  for (Index k = count_; k < all; ++k) {
    const RankOneTerm& term = terms[k - count_];
    sum.left.col(k) = *term.left;
    sum.right.col(k) = *term.right;
    sum.weights[k] = term.weight;
  }
  return norm_of_terms(sum.left, sum.weights, sum.right);
}

void LowRankSum::refresh() {
  if (has_base()) {
    add_terms_to_base();
  } else {
    const double norm = count_ == 0 ? 0 : norm_of_terms(left(), weights(), right());
    squared_norm_ = norm * norm;
  }
}

void LowRankSum::read(const SparsityPattern& pattern, Vector& values) const {
  // Transposed, so that the factors are read contiguously.
  const Matrix by_row = left().transpose();
  const Matrix by_col = weights().asDiagonal() * right().transpose();
  const Index bytes = 8 * values.size() * (count_ + 1);
  in_tasks(pattern.cols, kColumnsPerTask, bytes, [&](Index first, Index last) {
    for (Index j = first; j < last; ++j) {
      for (int k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k) {
        const int i = pattern.row_indices[k];
        values[k] =
            by_row.col(i).dot(by_col.col(j)) + (has_base() ? base_weight_ * base_(i, j) : 0);
      }
    }
  });
}

void LowRankSum::store(LowRank& factors) const {
  // A base is stored as itself times unit vectors, which are on its shorter side.
  const Index size = has_base() ? std::min(rows(), cols()) : 0;
  factors.left.resize(rows(), count_ + size);
  factors.right.resize(cols(), count_ + size);
  factors.left.leftCols(count_) = left() * weights().asDiagonal();
  factors.right.leftCols(count_) = right();
  if (size == 0) return;
  if (rows() <= cols()) {
    factors.left.rightCols(size).setIdentity();
    factors.right.rightCols(size) = base_weight_ * base_.transpose();
  } else {
    factors.left.rightCols(size) = base_weight_ * base_;
    factors.right.rightCols(size).setIdentity();
  }
}

void LowRankSum::visit(Archive& archive) {
  const Index m = rows(), n = cols();
  // Only the terms in use, without spare capacity.
  Terms used{left(), weights(), right()};
  archive.visit_resized(used.left);
  archive.visit_resized(used.weights);
  archive.visit_resized(used.right);
  archive.visit_resized(base_);
  archive(bound_, base_weight_, squared_norm_);
  if (!archive.is_loading()) return;
  count_ = used.weights.size();
  Archive::require(used.left.rows() == m && used.right.rows() == n && used.left.cols() == count_ &&
                       used.right.cols() == count_ && bound_ > 0 &&
                       (base_.size() == 0 || (base_.rows() == m && base_.cols() == n)),
                   "the terms of a matrix do not fit together");
  terms_ = std::move(used);
}

}  // namespace acgd
