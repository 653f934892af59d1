#pragma once

#include <span>

#include "acgd/core/archive.hpp"
#include "acgd/core/gradient.hpp"
#include "acgd/iterate/point.hpp"
#include "linalg/low_rank.hpp"

namespace acgd {

/// weight * left right'; the vectors are somebody else's
struct RankOneTerm {
  double weight = 1;
  const Vector* left = nullptr;
  const Vector* right = nullptr;
  double dot = 0;  ///< left' X right, where that is asked for
};

/// ||sum of the terms||_F^2, as the products of their vectors say
double squared_norm_of(std::span<const RankOneTerm> terms);

/// A matrix X that grows by a few rank-one terms a step and is kept as those terms.
///
/// When there are more terms than the bound, they are recompressed to the singular values of X,
/// less what changes X by at most `tolerance` relative to ||X||_F. A matrix whose rank is above
/// half the bound doubles it, so at least as many steps as the rank lie between two recompressions.
/// Only once the terms need more memory than the matrix itself are they added up, into a `base`.
class LowRankSum {
 public:
  static constexpr double tolerance = 1e-13;

  /// Zero. Throws InvalidInput unless max_terms >= 1.
  LowRankSum(Index rows, Index cols, Index max_terms);

  Index rows() const { return terms_.left.rows(); }
  Index cols() const { return terms_.right.rows(); }
  /// How many terms are kept, and how many may be.
  Index terms() const { return count_; }
  Index max_terms() const { return bound_; }
  /// Whether the bulk of X is a plain matrix.
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
  /// ||shrink * X + the sum of the terms||_F to full precision: for where squares cancel
  double norm_of_sum(double shrink, std::span<const RankOneTerm> terms) const;
  /// Computes from scratch what update() carries.
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

  Terms terms_;      ///< the first count_ columns; the others are room
  Index count_ = 0;  ///< terms in use
  Index bound_;
  Matrix base_;  ///< empty, or what X is beyond its terms, over base_weight_
  double base_weight_ = 0;
  double squared_norm_ = 0;
  mutable Vector parts_;  ///< of dot(): grows with the terms
};

}  // namespace acgd
