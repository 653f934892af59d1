#pragma once

#include <cmath>
#include <limits>

#include "acgd/atom/direction.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/loss.hpp"
#include "objective/loss.hpp"

namespace acgd {

/// What rounding may add to the difference of two gradients, per unit of their size: a few ulps of
/// each.
constexpr double kGradientNoise = 8 * std::numeric_limits<double>::epsilon();

/// The same for a step of x, or of what is carried in its place, per unit of the size of x.
constexpr double kPositionNoise = 4 * std::numeric_limits<double>::epsilon();

/// The same for a sum of products, per unit of their sizes, where one factor of each is good to a
/// few ulps.
constexpr double kDotNoise = 8 * std::numeric_limits<double>::epsilon();

/// What rounding may add to sum r_i d_i, where each r_i is good to a few ulps. With shards the sum
/// is one over samples.
inline double dot_noise(const Vector& r, const Vector& d, const Shards* shards = nullptr) {
  return kDotNoise * absolute_dot(shards, r, d);
}

/// The same for a d = v + weight x that was formed from vectors of the size of x; a d of zeros is
/// exact.
inline double dot_noise(const Vector& r, const Vector& d, const Vector& x, double weight,
                        const Shards* shards = nullptr) {
  const double own = dot_noise(r, d, shards);
  return own == 0 || weight == 0 ? own : own + std::abs(weight) * dot_noise(r, x, shards);
}

/// The same for a d that was formed as the direction says: several atoms may cancel each other, and
/// then d has the rounding errors of the largest of them.
double dot_noise(const Vector& r, const Vector& d, const Vector& x, const Direction& direction);

/// What errors of z = A x add to <r, w>, where r = phi'(at) and at = z + offset: r changes with z,
/// however small it is. Keeps its memory.
class CarriedNoise {
 public:
  /// In: z, computed anew. An entry is off by as much as that differs from the carried z, and by
  /// `ulps` of the largest one.
  Vector& fresh(Index size) {
    moved_.resize(size);
    return moved_;
  }
  double of(const Loss& loss, const Vector& at, const Vector& z, double ulps, const Vector& r,
            const Vector& w, const Shards* shards);

 private:
  Vector moved_;
  Vector error_;
  Vector change_;
};

}  // namespace acgd
