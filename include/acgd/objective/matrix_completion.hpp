#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "acgd/core/gradient.hpp"
#include "acgd/objective/loss.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/objective.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// One observed entry of a matrix. A repeated entry is a separate sample of the loss.
struct Observation {
  int row = 0;
  int col = 0;
  double value = 0;
  double weight = 1;  ///< finite and >= 0, at least one positive
};

/// Throws InvalidInput naming the first observation that is out of range or not finite, or if the
/// matrix has no entries.
void check_observations(Index rows, Index cols, std::span<const Observation> observed);

/// Loss of an observed entry as a function of e = X_ij - value.
enum class CompletionLoss {
  huber,     ///< e^2 / 2 where |e| <= rho, else rho (|e| - rho / 2)
  squared,   ///< e^2
  logistic,  ///< log(1 + exp(-value X_ij)), for values -1 and +1
};

struct CompletionOptions {
  CompletionLoss loss = CompletionLoss::huber;
  double rho = 1;
  /// mean: the sum of weight * loss divided by the sum of the weights
  Scaling scaling = Scaling::mean;
  Index max_terms = 64;

  Description describe();
};

/// f(X) = mean (or sum) over the observations of weight * loss(X_ij - value), X being rows x cols.
///
/// A run never forms X: it keeps the observed entries of X, and X as a sum of rank-one terms, in
/// O((rows + cols) rank + observations) memory. The gradient is sparse; the set must accept sparse
/// gradients and return rank-one atoms (NuclearBall), and the norm must be the Frobenius norm.
/// Result::factors is the solution; Result::factors.at(i, j) predicts an entry.
///
/// The observations, sorted by columns, are partitioned at column boundaries into blocks; sums over
/// them use the tree of Reduction. In a team each rank has its blocks and a copy of X. All functions,
/// including those of the cursors, are called by all ranks together and return the same bits on all
/// ranks, identical to those of a single rank.
class MatrixCompletion : public Objective {
 public:
  static constexpr std::string_view name = "completion";
  static constexpr std::string_view sentence =
      "a partially observed matrix: the mean loss over the observed entries; over the nuclear ball "
      "iterates "
      "have low rank";
  static constexpr std::string_view formula =
      "f(X) = mean over the ratings of h(X_ij - rating_ij),\nh(e) = e^2 / 2 where |e| <= rho, rho "
      "|e| - rho^2 / 2 beyond; squared: h(e) = e^2; logistic, ratings -1 and +1: log(1 + "
      "exp(-rating_ij X_ij))";

  /// In a team each rank passes a part of the list, in rank order; a part may be empty. Throws
  /// InvalidInput, on all ranks, naming the first observation that is out of range or not finite.
  MatrixCompletion(Index rows, Index cols, std::vector<Observation> observed,
                   const CompletionOptions& options = {},
                   const std::shared_ptr<const Team>& team = alone());

  Index rows() const { return samples_->rows; }
  Index cols() const { return samples_->cols; }
  /// Total number over all ranks.
  Index observations() const { return reduction_->samples(); }
  Index max_terms() const { return max_terms_; }

  /// The distinct observed entries of this rank: the sparsity pattern of the gradient.
  const std::shared_ptr<const SparsityPattern>& pattern() const { return pattern_; }
  /// The partition of these entries.
  const std::shared_ptr<const Reduction>& entry_reduction() const { return entry_reduction_; }
  /// One entry per sample, in the order of the loss. The same object as pattern() unless some rank
  /// has a repeated entry.
  const std::shared_ptr<const SparsityPattern>& samples() const { return samples_; }
  const std::shared_ptr<const Reduction>& reduction() const { return reduction_; }
  const Loss& loss() const { return *loss_; }

  /// A gradient with storage for its entries.
  Gradient make_gradient() const { return Gradient(pattern_, entry_reduction_); }
  /// entries = sums of `samples` over the samples of each entry of pattern()
  void add_up(const Vector& samples, Vector& entries) const;

  /// For small matrices stored as vectors of rows * cols variables.
  Index dimension() const override { return rows() * cols(); }
  double value(const Vector& x) const override;
  void gradient(const Vector& x, Vector& g) const override;
  std::optional<double> lipschitz() const override;
  bool is_convex() const override { return loss_->is_convex(); }
  /// f(0)
  std::optional<double> natural_scale() const override;
  std::optional<double> lower_bound() const override { return loss_->infimum(); }

  /// Evaluates X at the observed entries only.
  std::unique_ptr<FactoredObjective> factored(Index rows, Index cols) const override;

  /// Starts at a rank-one atom, zero, or a dense matrix, which is factorised. Throws InvalidInput
  /// for norms other than Frobenius.
  std::unique_ptr<Cursor> start(const Atom& x0, std::shared_ptr<const Norm> norm) const override;

 private:
  void find_entries();
  Vector read(const Vector& x) const;

  std::shared_ptr<const SparsityPattern> samples_;
  std::shared_ptr<const Reduction> reduction_;
  std::shared_ptr<const SparsityPattern> pattern_;
  std::shared_ptr<const Reduction> entry_reduction_;
  std::vector<int> entry_of_sample_;  ///< empty unless some entry is repeated
  Index most_repeats_ = 1;            ///< maximum number of observations of one entry
  std::shared_ptr<const Loss> loss_;
  Index max_terms_;
};

}  // namespace acgd
