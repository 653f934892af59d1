#pragma once

#include "acgd/core/vector.hpp"

namespace acgd::balancing {

/// Up to here a polynomial is exp to rounding.
constexpr double kShort = 0.3;

/// Pairs of terms e_ij, e_ji and the d_i - d_j between them. A step t changes the exponents by
/// +-s, s = t spread; in the functions below |s| <= kShort for every pair.
struct Terms {
  const Vector& spread;
  const Vector& forward;
  const Vector& backward;
};

/// sum of e_ij (exp(s) - 1 - s) + e_ji (exp(-s) - 1 + s): no summand is negative
double excess(const Terms& terms, double t);
/// e_ij (exp(s) - 1) and e_ji (exp(-s) - 1)
void change(const Terms& terms, double t, Vector& forward_change, Vector& backward_change);
/// e_ij exp(s) and e_ji exp(-s), in place
void carry(const Vector& spread, double t, Vector& forward, Vector& backward);

/// cosh(s) - 1 and sinh(s) - s, so that exp(+-s) - 1 -+ s = even +- odd
void remainders(double s, double& even, double& odd);

}  // namespace acgd::balancing
