#pragma once

#include <span>

#include "acgd/core/archive.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/iterate/point.hpp"
#include "linalg/low_rank.hpp"

namespace acgd {

/// weight * left right'; does not own the vectors
struct RankOneTerm {
  double weight = 1;
  const Vector* left = nullptr;
  const Vector* right = nullptr;
  double dot = 0;  ///< left' X right; used by update() only
};

/// ||sum of the terms||_F^2, from inner products of their vectors
double squared_norm_of(std::span<const RankOneTerm> terms);

/// A matrix X stored as a sum of rank-one terms, to which each step adds a few.
///
/// More terms than the bound are recompressed to the singular values of X, truncated with an error
/// of at most `tolerance` relative to ||X||_F. A rank above half the bound raises the bound to
/// twice the rank, so that at least as many terms as the rank are added between two recompressions.
/// Once the terms would need more memory than the matrix, they are added into a dense `base`.
class LowRankSum {
 public:
  static constexpr double tolerance = 1e-13;

  /// X = 0. Throws InvalidInput unless max_terms >= 1.
  LowRankSum(Index rows, Index cols, Index max_terms);

  Index rows() const { return terms_.left.rows(); }
  Index cols() const { return terms_.right.rows(); }
  /// Number of terms stored, and its bound.
  Index terms() const { return count_; }
  Index max_terms() const { return bound_; }
  /// Whether X has a dense base.
  bool has_base() const { return base_.size() != 0; }

  /// X = matrix
  void assign(const Eigen::Ref<const Matrix>& matrix);
  /// X = the sum of the terms
  void assign(std::span<const RankOneTerm> terms);
  /// X = shrink * X + the sum of the terms, each with its dot(left, right)
  void update(double shrink, std::span<const RankOneTerm> terms);

  /// left' X right
  double dot(const Vector& left, const Vector& right) const;
  /// ||X||_F^2, carried from step to step
  double squared_norm() const { return squared_norm_; }
  /// ||shrink * X + the sum of the terms||_F to full precision, where squares would cancel
  double norm_of_sum(double shrink, std::span<const RankOneTerm> terms) const;
  /// Recomputes ||X||_F^2, which update() carries.
  void refresh();

  /// values = X at the entries of the pattern, in its order
  void read(const SparsityPattern& pattern, Vector& values) const;
  void store(LowRank& factors) const;

  void visit(Archive& archive);

 private:
  auto left() const { return terms_.left.leftCols(count_); }
  auto right() const { return terms_.right.leftCols(count_); }
  auto weights() const { return terms_.weights.head(count_); }

  void push(const RankOneTerm& term);
  void shrink_to_rank();
  void reserve(Index count);
  void add_terms_to_base();

  Terms terms_;      ///< columns from count_ on are spare capacity
  Index count_ = 0;  ///< terms in use
  Index bound_;
  Matrix base_;  ///< empty, or (X - terms) / base_weight_
  double base_weight_ = 0;
  double squared_norm_ = 0;
  mutable Vector parts_;  ///< workspace of dot()
};

}  // namespace acgd
