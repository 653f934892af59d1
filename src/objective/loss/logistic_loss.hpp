#pragma once

#include "linalg/lanes.hpp"

namespace acgd {

/// Exponentials needed to evaluate functions of e^-|x| along a move from a to b = a + move.
struct LogitMove {
  double b;
  bool crosses;             ///< whether a and b have different signs
  double approach;          ///< |a| - |b|, accurate for any move
  lane::Exponential near;   ///< of -min(|a|, |b|)
  lane::Exponential ratio;  ///< of -||a| - |b||
};

ACGD_INLINE LogitMove look_at_move(double a, double move) {
  const double b = a + move;
  const bool crosses = (a > 0) != (b > 0);
  const double size_a = lane::absolute(a);
  const double size_b = lane::absolute(b);
  // Without a sign change |a| - |b| is the move up to its sign; b itself is rounded.
  const double approach = crosses ? size_a - size_b : (a > 0 ? -move : move);
  return {b, crosses, approach, lane::exp_or_zero(-lane::smaller(size_a, size_b)),
          lane::exp_or_zero(-lane::absolute(approach))};
}

}  // namespace acgd
