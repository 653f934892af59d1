#include "objective/least_squares_cursor.hpp"

#include <utility>

namespace acgd {
namespace {

/// The atom that tells the route: one that is no coordinate, if there is any.
const Atom* telling_atom(const Direction& direction) {
  const Atom* telling = nullptr;
  for (const Term& term : direction.terms) {
    if (telling == nullptr || telling->as<Atom::Coordinate>() != nullptr) telling = term.atom;
  }
  return telling;
}

}  // namespace

LeastSquaresCursor::LeastSquaresCursor(const LeastSquares& objective, const Atom& x0,
                                       std::shared_ptr<const Norm> norm)
    : objective_(objective),
      norm_(std::move(norm)),
      x0_(x0),
      cursor_(objective.start_on(LeastSquaresRoute::composite, x0, norm_, nullptr)) {}

Line& LeastSquaresCursor::look(const Direction& direction) {
  if (!chosen_) {
    const Atom* telling = telling_atom(direction);
    chosen_ = true;
    take(objective_.route_for(telling != nullptr ? *telling : x0_));
    x0_ = Atom();
  }
  return cursor_->look(direction);
}

Curvature* LeastSquaresCursor::curvature() {
  chosen_ = true;
  return cursor_->curvature();
}

void LeastSquaresCursor::take(LeastSquaresRoute route) {
  if (route == route_) return;
  route_ = route;
  former_ = std::move(cursor_);
  cursor_ = objective_.start_on(route, x0_, norm_, former_.get());
}

bool LeastSquaresCursor::advance(double t) {
  former_.reset();
  return cursor_->advance(t);
}

void LeastSquaresCursor::visit(Archive& archive) {
  int route = static_cast<int>(route_);
  archive(chosen_, route);
  Archive::require(route == static_cast<int>(LeastSquaresRoute::composite) ||
                       route == static_cast<int>(LeastSquaresRoute::gram_columns) ||
                       route == static_cast<int>(LeastSquaresRoute::gram_matrix),
                   "unknown route");
  if (archive.is_loading()) take(static_cast<LeastSquaresRoute>(route));
  if (chosen_) x0_ = Atom();
  archive(*cursor_);
}

}  // namespace acgd
