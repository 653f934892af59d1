#include "core/vector_math.hpp"

#include <limits>

#include "core/lane_math.hpp"

namespace acgd {
namespace lane {
namespace {

/// log(1 + x) for every x: 1 + x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), and
/// log(1 + f) = 2 atanh(s) = f - s (f - 2 s^2 P(s^2)) with s = f / (2 + f), P of degree 6 through
/// the Chebyshev nodes.
ACGD_INLINE double log1p(double x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double large = 0x1p60;  // from here on 1 + x = x
  constexpr std::uint64_t one = __builtin_bit_cast(std::uint64_t, 1.0);
  constexpr std::uint64_t root_of_half = __builtin_bit_cast(std::uint64_t, 0x1.6a09e667f3bcdp-1);
  constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52) - 1;

  const double u = 1 + x;
  const double increment = u - 1;
  const double lost = (1 - (u - increment)) + (x - increment);  // 1 + x = u + lost

  const std::uint64_t moved = __builtin_bit_cast(std::uint64_t, u) + (one - root_of_half);
  const std::uint64_t biased = moved >> 52;  // k + 1023
  const double m = __builtin_bit_cast(double, (moved & mantissa) + root_of_half);
  constexpr std::uint64_t integers = __builtin_bit_cast(std::uint64_t, 0x1p52);
  const double k = __builtin_bit_cast(double, biased | integers) - (0x1p52 + 1023);
  const double downscale = __builtin_bit_cast(double, (2046 - biased) << 52);  // 2^-k

  const double f = (m - 1) + (u > large ? 0 : lost * downscale);
  const double s = f / (2 + f);
  const double y = s * s;
  const double y2 = y * y;
  const double p =
      (0x1.5555555555558p-2 + y * 0x1.99999999952abp-3) +
      y2 * ((0x1.2492492df7663p-3 + y * 0x1.c71c62ddb431bp-4) +
            y2 * ((0x1.7462b6e311a89p-4 + y * 0x1.39fe16ad885a7p-4) + y2 * 0x1.2b5bd9a316a24p-4));
  const double log_m = f - s * (f - 2 * y * p);
  double result = k * ln2_high + (log_m + k * ln2_low);

  result = x == infinity ? infinity : result;
  result = x == -1 ? -infinity : result;
  result = x < -1 ? std::numeric_limits<double>::quiet_NaN() : result;
  return x == 0 ? x : result;  // the sign of zero
}

/// y_i = f(x_i), block by block through a buffer: the compiler need not ask whether y overlaps x.
template <class Function>
ACGD_INLINE void apply(const double* x, double* y, Index n, Function f) {
  constexpr Index block = 64;
  alignas(64) double buffer[block];
  for (Index start = 0; start < n; start += block) {
    const Index count = n - start < block ? n - start : block;
    for (Index j = 0; j < count; ++j) buffer[j] = f(x[start + j]);
    for (Index j = 0; j < count; ++j) y[start + j] = buffer[j];
  }
}

}  // namespace
}  // namespace lane

ACGD_CLONES void vector_exp(const double* x, double* y, Index n) {
  lane::apply(x, y, n, [](double v) ACGD_INLINE_LAMBDA { return lane::exp(v); });
}

ACGD_CLONES void vector_expm1(const double* x, double* y, Index n) {
  lane::apply(x, y, n, [](double v) ACGD_INLINE_LAMBDA { return lane::expm1(v); });
}

ACGD_CLONES void vector_log1p(const double* x, double* y, Index n) {
  lane::apply(x, y, n, [](double v) ACGD_INLINE_LAMBDA { return lane::log1p(v); });
}

ACGD_CLONES void vector_sigmoid(const double* x, double* y, Index n) {
  lane::apply(x, y, n, [](double v) ACGD_INLINE_LAMBDA { return lane::sigmoid(v); });
}

}  // namespace acgd
