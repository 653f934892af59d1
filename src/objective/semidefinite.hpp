#pragma once

#include "acgd/objective/hessian.hpp"

namespace acgd {

/// So many variables may be factorised to find out: 0.2 s of processor time.
inline constexpr Index kMostFactorised = 2000;

/// Whether H has no eigenvalue below 0, rounding aside. False where that is not known: a Gram matrix
/// never formed knows it from its scale. An H whose columns cost less than a product each may be
/// diagonally dominant, and is factorised if it has no more than kMostFactorised variables.
bool is_known_semidefinite(const Hessian& h);

}  // namespace acgd
