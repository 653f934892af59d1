#pragma once

#include <memory>

#include "acgd/iterate/previous_gradient.hpp"
#include "acgd/objective/objective.hpp"

namespace acgd {

/// The cursor of a function that offers only values and gradients. What it computed at a trial
/// point is kept, so the step that accepts the point pays for nothing twice.
class BlackBoxCursor final : public Cursor {
 public:
  BlackBoxCursor(const Objective& objective, const Atom& x0, std::shared_ptr<const Norm> norm);

  double value() override;
  const Gradient& gradient() override;
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void recenter(const Recentering& recentering) override { recentering(here_.x); }
  void store(Point& point) const override { point.x = here_.x; }
  const Vector* x() const override { return &here_.x; }
  std::int64_t gradient_count() const override { return gradient_count_; }
  std::int64_t trial_count() const override { return trial_count_; }
  void visit(Archive& archive) override;

 private:
  /// A point with whatever has been computed there so far.
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

    double norm() override;
    double change(double t) override;
    double slope(double t) override;
    std::optional<double> gradient_change() override;
    double gradient_change_noise(double lipschitz) override;
    std::optional<double> distance() override;
    double probe(double t) override;
    double change_noise() const override;
    double slope_noise() const override;

   private:
    BlackBoxCursor& cursor_;
    std::optional<double> norm_;
  };

  double value_at(Place& place);
  const Vector& gradient_at(Place& place);
  /// <g, d>
  double along_d(const Vector& g) const;
  /// trial_ = x + t d
  void try_step(double t);

  const Objective& objective_;
  std::shared_ptr<const Norm> norm_;
  Place here_;
  Place trial_;
  double trial_step_;  ///< the t of trial_, NaN when it holds no trial of this line
  Vector previous_x_;  ///< the previous point,
  PreviousGradient previous_;
  Direction direction_;
  Vector own_d_;               ///< d, where it has to be formed
  const Vector* d_ = nullptr;  ///< d, where it is
  BlackBoxLine line_;
  std::int64_t gradient_count_ = 0;
  std::int64_t trial_count_ = 0;
};

}  // namespace acgd
