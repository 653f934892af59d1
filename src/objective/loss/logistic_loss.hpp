#pragma once

#include "linalg/lanes.hpp"

namespace acgd {

/// What functions of e^-|x| need to know of a move from a to b = a + move.
struct LogitMove {
  double b;
  bool crosses;             ///< a and b are on different sides of zero
  double approach;          ///< |a| - |b|, accurate however small the move is
  lane::Exponential near;   ///< of -min(|a|, |b|)
  lane::Exponential ratio;  ///< of -||a| - |b||
};

ACGD_INLINE LogitMove look_at_move(double a, double move) {
  const double b = a + move;
  const bool crosses = (a > 0) != (b > 0);
  const double size_a = lane::absolute(a);
  const double size_b = lane::absolute(b);
  // On one side of zero the move says it exactly, where b may have lost it.
  const double approach = crosses ? size_a - size_b : (a > 0 ? -move : move);
  return {b, crosses, approach, lane::exp_or_zero(-lane::smaller(size_a, size_b)),
          lane::exp_or_zero(-lane::absolute(approach))};
}

}  // namespace acgd
