#pragma once

#include <cmath>
#include <limits>

#include "acgd/atom/direction.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/loss.hpp"
#include "acgd/parallel/reduction.hpp"
#include "linalg/kernels.hpp"

namespace acgd {

/// Rounding error of the difference of two gradients, relative to their norm: a few ulps of each.
constexpr double kGradientNoise = 8 * std::numeric_limits<double>::epsilon();

/// Rounding error of a step of x, or of the carried A x, relative to its norm.
constexpr double kPositionNoise = 4 * std::numeric_limits<double>::epsilon();

/// Rounding error of a sum of products, relative to the sum of their magnitudes, if one factor of
/// each has an error of a few ulps.
constexpr double kDotNoise = 8 * std::numeric_limits<double>::epsilon();

/// Rounding error of sum r_i d_i, where each r_i has an error of a few ulps. With a
/// reduction, the sum is over the samples of all ranks.
inline double dot_noise(const Vector& r, const Vector& d) {
  return kDotNoise * kernels::absolute_dot(r.data(), d.data(), r.size());
}
inline double dot_noise(const Vector& r, const Vector& d, const Reduction& reduction) {
  return kDotNoise * reduction.absolute_dot(r, d);
}

/// The same for d = v + weight x formed from vectors of the size of x. A zero d is exact.
inline double dot_noise(const Vector& r, const Vector& d, const Vector& x, double weight) {
  const double own = dot_noise(r, d);
  return own == 0 || weight == 0 ? own : own + std::abs(weight) * dot_noise(r, x);
}
inline double dot_noise(const Vector& r, const Vector& d, const Vector& x, double weight,
                        const Reduction& reduction) {
  const double own = dot_noise(r, d, reduction);
  return own == 0 || weight == 0 ? own : own + std::abs(weight) * dot_noise(r, x, reduction);
}

/// The same for a d formed as `direction`: where several atoms cancel, d has the rounding error of
/// the largest of them.
double dot_noise(const Vector& r, const Vector& d, const Vector& x, const Direction& direction);

/// Effect of errors of z = A x on <r, w>, where r = phi'(at) and at = z + offset: r changes with z,
/// however small r is. Reuses its memory.
class CarriedNoise {
 public:
  /// Input: z recomputed from x. The error of an entry is estimated as its difference from the
  /// carried z, plus `ulps` of the largest entry.
  Vector& fresh(Index size) {
    moved_.resize(size);
    return moved_;
  }
  double of(const Loss& loss, const Vector& at, const Vector& z, double ulps, const Vector& r,
            const Vector& w, const Reduction& reduction);

 private:
  Vector moved_;
  Vector error_;
  Vector change_;
};

}  // namespace acgd
