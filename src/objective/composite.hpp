#pragma once

#include <memory>

#include "acgd/iterate/previous_gradient.hpp"
#include "acgd/objective/composite.hpp"
#include "iterate/point.hpp"
#include "objective/intercept.hpp"
#include "objective/map_curvature.hpp"
#include "objective/rounding.hpp"

namespace acgd {

/// Cursor of f(x) = phi(A x + offset). It updates A x from point to point and evaluates lines from
/// A d, so that only the gradient reads all of A. An intercept is recomputed at every point and
/// trial step: InterceptLine.
class CompositeCursor final : public Cursor {
 public:
  CompositeCursor(const Composite& objective, const Atom& x0, std::shared_ptr<const Norm> norm);

  double value() override;
  const Gradient& gradient() override;
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void recenter(const Recentering& recentering) override { point_.recenter(recentering); }
  const Vector* x() const override { return &point_.x(); }
  void store(Point& point) const override { point.x = point_.x(); }
  void release(AtomId id) override { images_.release(id); }
  Curvature* curvature() override {
    return loss().is_twice_differentiable() ? &curvature_ : nullptr;
  }
  std::int64_t gradient_count() const override { return gradient_count_; }
  std::int64_t trial_count() const override { return trial_count_; }
  void visit(Archive& archive) override;

 private:
  /// Quantities cached at the current point or at a trial point.
  struct Place {
    Vector image;       ///< A x
    Vector intercept;   ///< b, where there is one
    Vector moved;       ///< A x + offset + b, where there is an offset or an intercept
    Vector derivative;  ///< phi' there
    Gradient gradient;  ///< A' phi'
    double value = 0;
    bool has_value = false;
    bool has_derivative = false;
    bool has_gradient = false;
  };

  class CompositeLine final : public Line {
   public:
    explicit CompositeLine(CompositeCursor& cursor) : cursor_(cursor) {}
    void point_along(const Direction& direction);

    double norm() override;
    double change(double t) override;
    double slope(double t) override;
    std::optional<double> curvature() override;
    std::optional<Derivatives> derivatives(double t) override;
    std::optional<double> gradient_change() override;
    double gradient_change_noise(double lipschitz) override;
    double probe(double t) override;
    double change_noise_rate() const override;
    double slope_noise() const override;
    double derivative_noise() const override;

    /// The last t passed to change(), NaN if there is none on this line, and its result.
    double changed_step() const { return changed_step_; }
    double last_change() const { return last_change_; }

   private:
    CompositeCursor& cursor_;
    std::optional<double> norm_;
    std::optional<double> curvature_;
    bool has_curvature_ = false;
    double changed_step_ = 0;
    double last_change_ = 0;
  };

  const Loss& loss() const { return objective_.loss(); }
  const Reduction& reduction() const { return objective_.design().reduction(); }
  /// A x + offset + b
  const Vector& prediction(const Place& place) const;
  /// Derivative of the prediction along the line: A d, plus that of b if there is an intercept.
  const Vector& motion() const { return intercept_ ? intercept_->motion() : image_of_d_; }
  const Vector& derivative_at(Place& place);
  const Vector& gradient_at(Place& place);
  /// Invalidates the cached quantities after a change of the image, and solves for the intercept.
  /// The search starts at the stored b; with `afresh`, and whenever phi is not convex, it starts
  /// from scratch, so that f depends on x alone.
  void forget(Place& place, bool afresh = false);
  /// f(x) plus the change along the line, if that is as accurate as f(x).
  std::optional<double> carried_value(double t) const;
  /// z = sum of weight_i A atom_i
  void image_of_terms(Vector& z);
  /// image = A x + t A d
  void step_image(double t);
  /// Whether A x has to be recomputed from x to limit accumulated rounding error.
  bool refresh_is_due() const;
  /// Called when A x has just been computed from x.
  void reset_drift();

  const Composite& objective_;
  std::shared_ptr<const Norm> norm_;
  DensePoint point_;
  Place here_;
  Place trial_;
  double trial_step_;  ///< the t of trial_; NaN: no trial on this line
  PreviousGradient previous_;
  Direction direction_;
  BlockImages images_;
  Vector image_of_d_;
  std::unique_ptr<InterceptLine> intercept_;  ///< null: no intercept
  double computed_value_ = 0;                 ///< |f| at its last full evaluation
  int steps_carried_ = 0;                     ///< number of updates of A x since it was computed
  double largest_squared_ = 0;                ///< maximum of ||x||^2 since then
  CarriedNoise carried_noise_;
  CompositeLine line_;
  MapCurvature curvature_;
  std::int64_t gradient_count_ = 0;
  std::int64_t trial_count_ = 0;
};

}  // namespace acgd
