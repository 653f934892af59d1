#include "acgd/oracle/ellipsoid.hpp"

#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"
#include "oracle/entries.hpp"
#include "oracle/file_columns.hpp"
#include "oracle/recenter.hpp"

namespace acgd {

Ellipsoid::Ellipsoid(Vector center, Vector radii)
    : center_(std::move(center)), radii_(std::move(radii)) {
  require_at_least("size of center", center_.size(), 1);
  if (radii_.size() != center_.size()) {
    throw InvalidInput(compose("radii has {} entries: must have as many as center, {}",
                               radii_.size(), center_.size()));
  }
  require_finite_entries("center", center_);
  for (Index i = 0; i < radii_.size(); ++i) {
    require_positive(compose("radii[{}]", i), radii_[i]);
  }
  is_norm_ball_ = center_.isZero(0);
}

std::unique_ptr<Oracle> Ellipsoid::Parameters::begin(const SetContext& context) const {
  const Matrix axes = read_two_columns(context, file, "centre and radius");
  return std::make_unique<Ellipsoid>(axes.col(0), axes.col(1));
}

std::string Ellipsoid::name() const {
  return compose("ellipsoid of radii from {} to {} in R^{}", radii_.minCoeff(), radii_.maxCoeff(),
                 dimension());
}

void Ellipsoid::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Vector& v = answer.atom.become_dense(dimension());
  const double largest = g.cwiseAbs().maxCoeff();
  if (!(largest > 0)) {
    v = center_;
    return;
  }
  // Squares of the scaled entries neither overflow nor vanish.
  v = radii_.cwiseProduct(g / largest);
  const double widest = v.cwiseAbs().maxCoeff();
  if (!(widest > 0)) {
    v = center_;
    return;
  }
  const double length = (v / widest).norm();
  v = center_ - radii_.cwiseProduct(v / widest / length);
}

double Ellipsoid::gauge(ConstVectorRef x) const {
  const auto scaled = (x - center_).cwiseQuotient(radii_);
  const double squared = scaled.squaredNorm();
  if (is_ordinary_square(squared)) return std::sqrt(squared);
  const double largest = scaled.cwiseAbs().maxCoeff();
  if (!(largest > 0) || std::isinf(largest)) return largest;
  return largest * (scaled / largest).norm();
}

Violation Ellipsoid::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const double size = gauge(x);
  if (size <= 1) return {};
  return {(1 - 1 / size) * (x - center_).stableNorm(),
          compose("the sum of ((x_i - c_i) / r_i)^2 is {}, above 1", size * size)};
}

bool Ellipsoid::recenter(VectorRef x) const {
  assert(x.size() == dimension());
  const double excess = gauge(x) - 1;
  if (!(excess > kRecenterFrom && excess <= kRecenterUpTo)) return false;
  x = center_ + (x - center_) / (1 + excess);
  return true;
}

}  // namespace acgd
