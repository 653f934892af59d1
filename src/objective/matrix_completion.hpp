#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "acgd/iterate/previous_gradient.hpp"
#include "acgd/objective/matrix_completion.hpp"
#include "acgd/parallel/reduction.hpp"
#include "iterate/low_rank_sum.hpp"
#include "objective/rounding.hpp"

namespace acgd {

/// The observed entries in column-major order, repeated ones in the order of the list. They are
/// partitioned between columns into blocks of nearly equal size, distributed over the ranks.
struct SortedRatings {
  std::shared_ptr<const Reduction> reduction;
  std::shared_ptr<const SparsityPattern> pattern;  ///< of this rank, including repeated entries
  Vector values;                                   ///< observed values
  bool weighted = false;                           ///< whether a weight is not 1, on any rank
  Vector weights;                                  ///< empty unless weighted
};

/// Sorts and distributes the list, of which each rank passes a part, in the order of ranks.
/// Collective call. Throws InvalidInput on all ranks, as check_observations() does.
SortedRatings sort_ratings(Index rows, Index cols, std::vector<Observation> own,
                           const std::shared_ptr<const Team>& team);

/// The loss of the ratings, in sorted order. Throws InvalidInput on all ranks if all weights are 0.
std::shared_ptr<const Loss> rating_loss(const SortedRatings& ratings,
                                        const CompletionOptions& options);

/// Cursor of matrix completion at X: maintains z, the observed entries of X.
class CompletionCursor final : public Cursor {
 public:
  CompletionCursor(const MatrixCompletion& objective, LowRankSum x0);

  double value() override;
  const Gradient& gradient() override;
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void store(Point& point) const override { x_.store(point.factors); }
  std::int64_t gradient_count() const override { return gradient_count_; }
  std::int64_t trial_count() const override { return trial_count_; }
  void visit(Archive& archive) override;

 private:
  class CompletionLine final : public Line {
   public:
    explicit CompletionLine(CompletionCursor& cursor) : cursor_(cursor) {}
    void point_along(const Direction& direction);

    double norm() override;
    double change(double t) override;
    double slope(double t) override;
    std::optional<double> curvature() override;
    std::optional<double> gradient_change() override;
    double gradient_change_noise(double lipschitz) override;
    double probe(double t) override;
    double change_noise_rate() const override;
    double slope_noise() const override;
    double derivative_noise() const override;

   private:
    CompletionCursor& cursor_;
    std::optional<double> norm_;
  };

  const Loss& loss() const { return objective_.loss(); }
  const Reduction& reduction() const { return *objective_.reduction(); }
  /// phi'(z) per observation: the gradient itself unless an entry was observed more than once.
  const Vector& residual();
  /// left' X right of each term, computed once per step
  void find_dots();
  double norm_of_direction();

  const MatrixCompletion& objective_;
  bool repeated_;  ///< whether an entry was observed more than once
  LowRankSum x_;
  Vector z_;  ///< X at the observed positions
  Vector w_;  ///< the direction at the observed positions
  Gradient gradient_;
  Vector residual_;  ///< empty unless repeated_
  PreviousGradient previous_;
  bool has_gradient_ = false;
  std::optional<double> value_;
  std::vector<RankOneTerm> terms_;  ///< the direction is their sum + point_weight * X
  double point_weight_ = 0;
  bool has_dots_ = false;
  int steps_carried_ = 0;
  CarriedNoise carried_noise_;
  CompletionLine line_;
  std::int64_t gradient_count_ = 0;
  std::int64_t trial_count_ = 0;
};

}  // namespace acgd
