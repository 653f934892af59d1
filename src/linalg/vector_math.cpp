#include "linalg/vector_math.hpp"

#include <algorithm>

#include "linalg/lane_math.hpp"

namespace acgd {
namespace lane {
namespace {

/// y_i = f(x_i), block by block through a buffer: the compiler need not ask whether y overlaps x.
template <class Function>
ACGD_INLINE void apply(const double* x, double* y, Index n, Function f) {
  constexpr Index kBlock = 64;
  alignas(64) double buffer[kBlock];
  for (Index start = 0; start < n; start += kBlock) {
    const Index count = std::min(kBlock, n - start);
    for (Index j = 0; j < count; ++j) buffer[j] = f(x[start + j]);
    for (Index j = 0; j < count; ++j) y[start + j] = buffer[j];
  }
}

}  // namespace
}  // namespace lane

ACGD_CLONES void vector_exp(const double* x, double* y, Index n) {
  lane::apply(x, y, n, [](double v) ACGD_INLINE_LAMBDA { return lane::exp(v); });
}

}  // namespace acgd
