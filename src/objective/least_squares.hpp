#pragma once

#include <memory>

#include "acgd/objective/cursor.hpp"
#include "acgd/objective/least_squares.hpp"

namespace acgd {

/// Waits for the first direction, whose atoms tell which route is cheapest, and hands over to the
/// cursor of that route. A rule that asks for the curvature before has Ax carried.
class LeastSquaresCursor final : public Cursor {
 public:
  LeastSquaresCursor(const LeastSquares& objective, const Atom& x0,
                     std::shared_ptr<const Norm> norm);

  double value() override { return cursor_->value(); }
  const Gradient& gradient() override { return cursor_->gradient(); }
  Line& look(const Direction& direction) override;
  bool advance(double t) override;
  void recenter(const Recentering& recentering) override { cursor_->recenter(recentering); }
  const Vector* x() const override { return cursor_->x(); }
  void store(Point& point) const override { cursor_->store(point); }
  void slopes(std::span<const Term> terms, VectorRef out) override { cursor_->slopes(terms, out); }
  void release(AtomId id) override { cursor_->release(id); }
  /// Asked before the first direction, it keeps the route of Ax: whatever costs a pass over A is
  /// then a gradient.
  Curvature* curvature() override;
  std::int64_t gradient_count() const override { return cursor_->gradient_count(); }
  std::int64_t trial_count() const override { return cursor_->trial_count(); }
  void visit(Archive& archive) override;

 private:
  /// Hands over to the cursor of a route, at x0.
  void take(LeastSquaresRoute route);

  const LeastSquares& objective_;
  std::shared_ptr<const Norm> norm_;
  Atom x0_;
  std::unique_ptr<Cursor> cursor_;
  std::unique_ptr<Cursor> former_;  ///< owns the gradient that was handed out before the choice
  LeastSquaresRoute route_ = LeastSquaresRoute::composite;
  bool chosen_ = false;
};

}  // namespace acgd
