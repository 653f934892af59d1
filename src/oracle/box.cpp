#include "acgd/oracle/box.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/recenter.hpp"

namespace acgd {
namespace {

void require_finite(const char* argument, const Vector& bounds) {
  for (Index i = 0; i < bounds.size(); ++i) {
    if (!range::finite.contains(bounds[i])) {
      throw InvalidInput(compose("{}[{}] = {}: {}", argument, i, bounds[i], range::finite.rule));
    }
  }
}

Vector constant(Index dimension, double value) {
  require_at_least("dimension", dimension, 1);
  return Vector::Constant(dimension, value);
}

}  // namespace

Box::Box(Vector lower, Vector upper) : lower_(std::move(lower)), upper_(std::move(upper)) {
  require_at_least("size of lower", lower_.size(), 1);
  if (upper_.size() != lower_.size()) {
    throw InvalidInput(compose("upper has {} entries: must have as many as lower, {}",
                               upper_.size(), lower_.size()));
  }
  require_finite("lower", lower_);
  require_finite("upper", upper_);
  for (Index i = 0; i < lower_.size(); ++i) {
    if (lower_[i] > upper_[i]) {
      throw InvalidInput(
          compose("lower[{}] = {}: must be at most upper[{}] = {}", i, lower_[i], i, upper_[i]));
    }
  }
  is_norm_ball_ = lower_ == -upper_ && upper_.minCoeff() > 0;
}

Box::Box(Index dimension, double lower, double upper)
    : Box(constant(dimension, lower), constant(dimension, upper)) {}

std::string Box::name() const {
  return compose("box with bounds from {} to {} in R^{}", lower_.minCoeff(), upper_.maxCoeff(),
                 dimension());
}

void Box::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = answer.atom.become_dense(dimension());
  for (Index i = 0; i < g.size(); ++i) {
    v[i] = g[i] > 0 ? lower_[i] : g[i] < 0 ? upper_[i] : std::clamp(0.0, lower_[i], upper_[i]);
  }
}

Faces Box::faces() const {
  return {.blocks = {{.kind = Faces::Kind::box}}, .lower = lower_, .upper = upper_};
}

Violation Box::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index low = 0;
  Index high = 0;
  const double below = (lower_ - x).maxCoeff(&low);
  const double above = (x - upper_).maxCoeff(&high);
  if (below <= 0 && above <= 0) return {};
  if (below > above) {
    return {below, compose("x[{}] = {} is below {}", low, x[low], lower_[low])};
  }
  return {above, compose("x[{}] = {} is above {}", high, x[high], upper_[high])};
}

bool Box::recenter(VectorRef x) const {
  assert(x.size() == dimension());
  bool changed = false;
  for (Index i = 0; i < x.size(); ++i) {
    const double inside = std::clamp(x[i], lower_[i], upper_[i]);
    const double size = std::max(std::abs(lower_[i]), std::abs(upper_[i]));
    if (x[i] == inside || !(std::abs(x[i] - inside) <= kRecenterUpTo * size)) continue;
    x[i] = inside;
    changed = true;
  }
  return changed;
}

}  // namespace acgd
