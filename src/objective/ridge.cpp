#include "acgd/objective/ridge.hpp"

#include "acgd/core/error.hpp"
#include "acgd/objective/identity_map.hpp"
#include "acgd/objective/loss/squared_loss.hpp"
#include "acgd/objective/sum.hpp"

namespace acgd {
namespace {

/// l/2 ||x||^2 as squares of x - 0.
Composite ridge_squares(Index n, double l) {
  require_at_least("dimension", n, 1);
  require_positive("l", l);
  auto loss = std::make_shared<SquaredLoss>(
      Vector::Zero(n), LossOptions{.scaling = Scaling::sum, .weights = Vector::Constant(n, l / 2)});
  return Composite(std::move(loss), std::make_shared<IdentityMap>(n));
}

}  // namespace

Ridge::Ridge(Index dimension, double l) : l_(l), squares_(ridge_squares(dimension, l)) {}

double Ridge::value(const Vector& x) const { return l_ / 2 * x.squaredNorm(); }

std::shared_ptr<const Objective> with_ridge(std::shared_ptr<const Objective> f, double l) {
  if (l == 0) return f;
  auto ridge = std::make_shared<const Ridge>(f->dimension(), l);
  return std::make_shared<const Sum>(std::vector<Sum::Part>{std::move(f), std::move(ridge)});
}

std::unique_ptr<Cursor> Ridge::start(const Atom& x0, std::shared_ptr<const Norm> norm) const {
  return squares_.start(x0, std::move(norm));
}

}  // namespace acgd
