#pragma once

#include <memory>

#include "acgd/iterate/previous_gradient.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

class HessianProducts;
class QuasiNewton;

/// Cursor of an objective with values and gradients only. The results at a trial point are cached,
/// so that accepting the step evaluates nothing twice.
///
/// Functions computed in single precision are detected: as long as all values and entries of
/// gradients are floats, and at least one has more than 12 significant bits, rounding errors are
/// assumed to be 2^29 times as large.
///
/// Its curvature is that of Objective::multiply_hessian() or, without it, a quasi-Newton matrix from
/// the gradients at the points since the first call of curvature(); absent before there are two.
class BlackBoxCursor final : public Cursor {
 public:
  BlackBoxCursor(const Objective& objective, const Atom& x0, std::shared_ptr<const Norm> norm);
  ~BlackBoxCursor() override;

  double value() override;
  const Gradient& gradient() override;
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void recenter(const Recentering& recentering) override { recentering(here_.x); }
  void store(Point& point) const override { point.x = here_.x; }
  const Vector* x() const override { return &here_.x; }
  Curvature* curvature() override;
  std::vector<BlackBox> black_boxes() const override { return {{.f = &objective_}}; }
  std::int64_t gradient_count() const override { return gradient_count_; }
  std::int64_t trial_count() const override { return trial_count_; }
  void visit(Archive& archive) override;

 private:
  /// A point with the quantities computed there so far.
  struct Place {
    Vector x;
    Gradient gradient;
    double value = 0;
    bool has_value = false;
    bool has_gradient = false;
  };

  class BlackBoxLine final : public Line {
   public:
    explicit BlackBoxLine(BlackBoxCursor& cursor) : cursor_(cursor) {}
    void point_along(const Direction& direction);
    void set_estimated_model() { has_estimated_model_ = true; }

    double norm() override;
    double change(double t) override;
    double slope(double t) override;
    std::optional<double> gradient_change() override;
    double gradient_change_noise(double lipschitz) override;
    std::optional<double> distance() override;
    double probe(double t) override;
    double change_noise() const override;
    double largest_value() const override { return cursor_.largest_value_; }
    double slope_noise() const override;
    bool is_single_precision() const override { return cursor_.rounding_scale() > 1; }

   private:
    BlackBoxCursor& cursor_;
    std::optional<double> norm_;
  };

  void begin_curvature();
  double value_at(Place& place);
  const Vector& gradient_at(Place& place);
  /// Updates all_single_ and needs_digits_ from numbers returned by f.
  void note_precision(ConstVectorRef numbers);
  /// Rounding errors of f relative to those of double precision: 2^29 or 1.
  double rounding_scale() const;
  /// <g, d>
  double along_d(const Vector& g) const;
  /// trial_ = x + t d
  void try_step(double t);

  const Objective& objective_;
  std::shared_ptr<const Norm> norm_;
  Place here_;
  Place trial_;
  double trial_step_;  ///< the t of trial_; NaN: no trial on this line
  Vector previous_x_;  ///< the previous point
  PreviousGradient previous_;
  // One of these, from the first call of curvature() on.
  std::unique_ptr<HessianProducts> hessian_;
  std::unique_ptr<QuasiNewton> estimate_;
  bool accepted_first_ = false;  ///< whether the last step was its first trial
  bool is_learnt_ = false;       ///< whether estimate_ has the last step
  Vector change_;                ///< of x in the last step
  Vector gradient_change_;
  Direction direction_;
  Vector own_d_;               ///< storage of d, if it has to be formed
  const Vector* d_ = nullptr;  ///< d: own_d_, or the values of a dense atom
  BlackBoxLine line_;
  bool all_single_ = true;     ///< every number so far is a float
  bool needs_digits_ = false;  ///< some number has more than 12 significant bits
  double largest_value_ = 0;   ///< maximum of the finite |f|
  std::int64_t gradient_count_ = 0;
  std::int64_t trial_count_ = 0;
  std::int64_t trials_before_ = 0;  ///< before this line
};

}  // namespace acgd
