#pragma once

#include "linalg/clones.hpp"

namespace acgd {

/// Four doubles that the compiler keeps in whatever registers the machine has. A sum runs in lanes
/// of them, added up in a fixed order at the end. Results go out by reference: how a Four is
/// returned depends on the instruction set.
using Four = double __attribute__((vector_size(32), aligned(8), may_alias));
using FourFloats = float __attribute__((vector_size(16), aligned(4), may_alias));

ACGD_INLINE void load(const double* p, Four& four) { four = *reinterpret_cast<const Four*>(p); }
ACGD_INLINE void load(const float* p, Four& four) {
  four = __builtin_convertvector(*reinterpret_cast<const FourFloats*>(p), Four);
}
ACGD_INLINE double sum_of(const Four& a, const Four& b) {
  const Four s = a + b;
  return (s[0] + s[1]) + (s[2] + s[3]);
}

}  // namespace acgd
