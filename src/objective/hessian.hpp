#pragma once

#include <cmath>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/objective/hessian.hpp"
#include "core/compose.hpp"

namespace acgd {

/// Tolerance of |h_ij - h_ji|, relative to the largest entry.
constexpr double kSymmetryTolerance = 1e-10;

/// The pair of entries (i, j) and (j, i) with the largest difference.
struct Asymmetry {
  Index i = 0;
  Index j = 0;
  double below = 0;
  double above = 0;
  double difference = 0;

  void look_at(Index row, Index col, double here, double there) {
    const double d = std::abs(here - there);
    if (d > difference) *this = {row, col, here, there, d};
  }

  /// Throws InvalidInput if the difference exceeds kSymmetryTolerance.
  void refuse_beyond(double largest) const {
    if (!(difference > kSymmetryTolerance * largest)) return;
    throw InvalidInput(
        {"Q", i, j}, below,
        compose("must be equal to Q({}, {}) = {} to 1e-10 of the largest entry {}, Q is symmetric",
                j, i, above, largest));
  }
};

inline void require_square(Index rows, Index cols) {
  if (rows == cols && rows > 0) return;
  throw InvalidInput("Q", compose("is {} x {}, must be square and not empty", rows, cols));
}

inline void require_finite_entry(Index i, Index j, double value) {
  if (std::isfinite(value)) return;
  throw InvalidInput({"Q", i, j}, value, "must be finite");
}

/// Maximum number of variables for the factorisation (0.2 s of processor time).
inline constexpr Index kMostFactorised = 2000;

/// Whether H is known to be positive semidefinite up to rounding; false if unknown. scale * A'A
/// is semidefinite if the scale is >= 0. An H whose columns cost less than a product is tested for
/// diagonal dominance, then factorised if it has at most kMostFactorised variables.
bool is_known_semidefinite(const Hessian& h);

}  // namespace acgd
