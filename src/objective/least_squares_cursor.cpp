#include "objective/least_squares_cursor.hpp"

#include <utility>

namespace acgd {

LeastSquaresCursor::LeastSquaresCursor(const LeastSquares& objective, const Atom& x0,
                                       std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      x0_(x0),
      cursor_(objective.start_on(LeastSquaresRoute::composite, x0, norm_, nullptr)) {}

Line& LeastSquaresCursor::look(const Direction& direction) {
  if (!chosen_) {
    chosen_ = true;
    const LeastSquaresRoute route = objective_.route_for(*direction.atom);
    if (route != LeastSquaresRoute::composite) {
      former_ = std::move(cursor_);
      cursor_ = objective_.start_on(route, x0_, norm_, former_.get());
    }
    x0_ = Atom();
  }
  return cursor_->look(direction);
}

bool LeastSquaresCursor::advance(double t) {
  former_.reset();
  return cursor_->advance(t);
}

}  // namespace acgd
