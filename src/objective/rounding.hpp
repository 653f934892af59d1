#pragma once

#include <cmath>
#include <limits>

#include "acgd/core/vector.hpp"
#include "core/kernels.hpp"

namespace acgd {

/// What rounding may add to the difference of two gradients, per unit of their size: a few ulps of
/// each.
constexpr double kGradientNoise = 8 * std::numeric_limits<double>::epsilon();

/// The same for a step of x, or of what is carried in its place, per unit of the size of x.
constexpr double kPositionNoise = 4 * std::numeric_limits<double>::epsilon();

/// What rounding may add to sum r_i d_i, where each r_i is good to a few ulps.
inline double dot_noise(const Vector& r, const Vector& d) {
  return 8 * std::numeric_limits<double>::epsilon() *
         kernels::absolute_dot(r.data(), d.data(), r.size());
}

/// The same for a d = v + weight x that was formed from vectors of the size of x. A d of zeros is
/// what it is: then nothing.
inline double dot_noise(const Vector& r, const Vector& d, const Vector& x, double weight) {
  const double own = dot_noise(r, d);
  return own == 0 || weight == 0 ? own : own + std::abs(weight) * dot_noise(r, x);
}

}  // namespace acgd
