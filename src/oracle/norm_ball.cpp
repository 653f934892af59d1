#include "acgd/oracle/norm_ball.hpp"

#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/recenter.hpp"

namespace acgd {

NormBall::NormBall(std::shared_ptr<const Norm> norm, Index dimension, double radius)
    : norm_(std::move(norm)), dimension_(dimension), radius_(radius) {
  require_at_least("dimension", dimension, 1);
  validate(Description{radius_parameter(radius_)});
}

std::string NormBall::name() const {
  return compose("{} ball of radius {} in R^{}", norm_->name(), radius_, dimension_);
}

Violation NormBall::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return violation_of_size(norm_->of(x));
}

Violation NormBall::violation_of_size(double size) const {
  if (size <= radius_) return {};
  if (std::isnan(size)) return {size, compose("nobody can tell the {} norm", norm_->name())};
  return {size - radius_,
          compose("the {} norm is {}, above the radius {}", norm_->name(), size, radius_),
          2 * radius_};
}

bool NormBall::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double size = norm_->of(x);
  const double excess = size - radius_;
  if (!(excess > kRecenterFrom * radius_ && excess <= kRecenterUpTo * radius_)) return false;
  x *= radius_ / size;
  return true;
}

}  // namespace acgd
