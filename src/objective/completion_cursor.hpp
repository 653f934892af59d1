#pragma once

#include <memory>
#include <optional>

#include "acgd/objective/matrix_completion.hpp"
#include "core/low_rank_sum.hpp"

namespace acgd {

/// Matrix completion standing at X: z, X on the observed entries, is carried along with X.
class CompletionCursor final : public Cursor {
 public:
  CompletionCursor(const MatrixCompletion& objective, LowRankSum x0);

  double value() override;
  const Gradient& gradient() override;
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void store(Point& point) const override { x_.store(point.factors); }
  std::int64_t gradient_count() const override { return gradient_count_; }
  void visit(State& state) override;

 private:
  class CompletionLine final : public Line {
   public:
    explicit CompletionLine(CompletionCursor& cursor) : cursor_(cursor) {}
    void point_along(const Direction& direction);

    double norm() override;
    double slope(double t) override;
    std::optional<double> curvature() override;
    std::optional<double> gradient_change() override;
    double gradient_change_noise(double lipschitz) override;
    double probe(double t) override;
    double change_noise_rate() const override;
    double slope_noise() const override;

   protected:
    double compute_change(double t) override;

   private:
    CompletionCursor& cursor_;
    std::optional<double> norm_;
  };

  const Loss& loss() const { return objective_.loss(); }
  /// phi'(z): per sample, so it is the gradient itself unless an entry was observed twice.
  const Vector& residual();
  /// left' X right of the atom's vectors, computed once a step
  double dot_with_atom();
  double norm_of_direction();

  const MatrixCompletion& objective_;
  bool repeated_;  ///< whether an entry was observed twice
  LowRankSum x_;
  Vector z_;  ///< X at the samples
  Vector w_;  ///< the direction at the samples
  Gradient gradient_;
  Vector residual_;  ///< empty unless repeated_
  Vector previous_;  ///< the gradient's entries at the previous point
  bool has_gradient_ = false;
  bool has_previous_ = false;
  std::optional<double> value_;
  const Atom::RankOne* atom_ = nullptr;  ///< the direction is atom + point_weight * X
  double point_weight_ = 0;
  std::optional<double> dot_;
  int steps_carried_ = 0;
  CompletionLine line_;
  std::int64_t gradient_count_ = 0;
};

}  // namespace acgd
