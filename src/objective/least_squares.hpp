#pragma once

#include <memory>

#include "acgd/objective/cursor.hpp"
#include "acgd/objective/least_squares.hpp"

namespace acgd {

/// Selects the cheapest route by the atoms of the first direction, and switches to the cursor of
/// that route. If the curvature is requested before, the composite route (which carries Ax) is
/// used.
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
  /// If called before the first direction, fixes the composite route, on which every pass over A is
  /// counted as a gradient.
  Curvature* curvature() override;
  std::int64_t gradient_count() const override { return cursor_->gradient_count(); }
  std::int64_t trial_count() const override { return cursor_->trial_count(); }
  void visit(Archive& archive) override;

 private:
  /// Switches to the cursor of a route, at x0.
  void take(LeastSquaresRoute route);

  const LeastSquares& objective_;
  std::shared_ptr<const Norm> norm_;
  Atom x0_;
  std::unique_ptr<Cursor> cursor_;
  std::unique_ptr<Cursor> former_;  ///< owns the gradient returned before the switch
  LeastSquaresRoute route_ = LeastSquaresRoute::composite;
  bool chosen_ = false;
};

}  // namespace acgd
