#pragma once

#include <cstdint>

#include "linalg/clones.hpp"

namespace acgd {

/// Four doubles in vector registers. Sums run in such lanes, which are added in a fixed order at
/// the end. Functions return a Four by reference, since the calling convention for it depends on
/// the instruction set.
using Four = double __attribute__((vector_size(32)));
using FourFloats = float __attribute__((vector_size(16)));

/// A vector at any address: as a member of a packed struct it has no alignment. Clang ignores the
/// attribute `aligned` of an alias, and of a typedef where it is referred to.
template <class Lanes>
struct __attribute__((packed, may_alias)) InMemory {
  Lanes lanes;
};

ACGD_INLINE const InMemory<Four>& four_at(const double* p) {
  return *reinterpret_cast<const InMemory<Four>*>(p);
}
ACGD_INLINE InMemory<Four>& four_at(double* p) { return *reinterpret_cast<InMemory<Four>*>(p); }

ACGD_INLINE void load(const double* p, Four& four) { four = four_at(p).lanes; }
ACGD_INLINE void load(const float* p, Four& four) {
  four = __builtin_convertvector(reinterpret_cast<const InMemory<FourFloats>*>(p)->lanes, Four);
}
ACGD_INLINE double sum_of(const Four& a, const Four& b) {
  const Four s = a + b;
  return (s[0] + s[1]) + (s[2] + s[3]);
}

/// Branch-free scalar exponentials and related functions, for loops that are vectorised as a whole.
/// Every caller must be ACGD_CLONES or ACGD_INLINE.
namespace lane {

ACGD_INLINE double absolute(double x) { return __builtin_fabs(x); }
ACGD_INLINE double smaller(double a, double b) { return a < b ? a : b; }
/// Both propagate NaN in x.
ACGD_INLINE double at_least(double low, double x) { return x < low ? low : x; }
ACGD_INLINE double at_most(double high, double x) { return x > high ? high : x; }

/// Adding this rounds to the nearest integer and leaves that integer in the low bits of the sum.
inline constexpr double kRoundingShift = 0x1.8p52;

/// 2^k, where shifted = k + kRoundingShift and -1022 <= k <= 1023
ACGD_INLINE double power_of_two(double shifted) {
  const auto bits = __builtin_bit_cast(std::uint64_t, shifted) << 52;
  return __builtin_bit_cast(double, bits + __builtin_bit_cast(std::uint64_t, 1.0));
}

/// ln 2 = kLn2High + kLn2Low; the trailing zero bits of the first keep k * kLn2High exact.
inline constexpr double kLn2High = 0x1.62e42fefap-1;
inline constexpr double kLn2Low = 0x1.cf79abc9e3b3ap-40;

/// x = k ln 2 + remainder, |remainder| <= ln(2) / 2
struct ReducedExponent {
  double k;
  double shifted;  ///< k + kRoundingShift
  double remainder;
};

ACGD_INLINE ReducedExponent reduce_exponent(double x) {
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  const double shifted = x * kLog2E + kRoundingShift;
  const double k = shifted - kRoundingShift;
  return {k, shifted, (x - k * kLn2High) - k * kLn2Low};
}

/// e^r - 1 - r for |r| <= ln(2) / 2: r^2/2 + r^3 Q(r), where Q of degree 8 interpolates at the
/// Chebyshev nodes. The error is at most 3e-17 e^r.
ACGD_INLINE double exp_remainder(double r) {
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double low = (0x1.5555555555555p-3 + r * 0x1.5555555554cb0p-5) +
                     r2 * (0x1.1111111110e68p-7 + r * 0x1.6c16c173948e7p-10);
  const double high = (0x1.a01a01a4b5f72p-13 + r * 0x1.a019c98e708e7p-16) +
                      r2 * (0x1.71de17d5ef6f3p-19 + r * 0x1.288060f149570p-22);
  const double q = low + r4 * (high + r4 * 0x1.af2391d7f5e6cp-26);
  return r2 * (0.5 + r * q);
}

/// e^x and related values; the compiler drops those that a caller does not use.
struct Exponential {
  double value;      ///< e^x
  double minus_one;  ///< e^x - 1
  double tail;       ///< e^x - 1 - x; only for |x| <= 1
};

/// For -708 <= x <= 709.
ACGD_INLINE Exponential exp_in_range(double x) {
  const ReducedExponent reduced = reduce_exponent(x);
  const double scale = power_of_two(reduced.shifted);
  const double r = reduced.remainder;
  const double beyond_linear = exp_remainder(r);
  const double p = r + beyond_linear;
  return {scale + scale * p, scale * p + (scale - 1),
          scale * beyond_linear + (((scale - 1) - x) + scale * r)};
}

/// For x <= 709. The value is 0 for x < -708, where e^x would be subnormal.
ACGD_INLINE Exponential exp_or_zero(double x) {
  constexpr double kLowest = -708;
  Exponential result = exp_in_range(at_least(kLowest, x));
  result.value = x < kLowest ? 0 : result.value;
  return result;
}

/// Largest |x| for short_expm1().
inline constexpr double kShortExponent = 0.625;

/// e^x - 1 for |x| <= kShortExponent without range reduction: x + x^2/2 + x^3 Q(x), where Q of
/// degree 10 interpolates at the Chebyshev nodes. The relative error is at most 5e-17.
ACGD_INLINE double short_expm1(double x) {
  const double x2 = x * x;
  const double x4 = x2 * x2;
  const double low = (0x1.5555555555555p-3 + x * 0x1.55555555555f8p-5) +
                     x2 * (0x1.111111111113cp-7 + x * 0x1.6c16c16bd5de2p-10);
  const double middle = (0x1.a01a019ff76aep-13 + x * 0x1.a01a02889c58ep-16) +
                        x2 * (0x1.71de3ad15e12bp-19 + x * 0x1.27e3a77b83f3dp-22);
  const double high =
      (0x1.ae62ec02022e9p-26 + x * 0x1.20a05738cf994p-29) + x2 * 0x1.62f3fdeef268bp-33;
  const double q = low + x4 * (middle + x4 * high);
  return x + x2 * (0.5 + x * q);
}

/// e^x for every x. The power of two is applied in two factors, since it may itself be out of
/// range.
ACGD_INLINE double exp(double x) {
  const ReducedExponent reduced = reduce_exponent(at_most(710, at_least(-746, x)));
  const double half = 0.5 * reduced.k + kRoundingShift;
  const double other_half = (reduced.k - (half - kRoundingShift)) + kRoundingShift;
  const double p = reduced.remainder + exp_remainder(reduced.remainder);
  return ((1 + p) * power_of_two(half)) * power_of_two(other_half);
}

/// 1 / (1 + e^-x) for every x.
ACGD_INLINE double sigmoid(double x) {
  const double e = exp_or_zero(-absolute(x)).value;
  return (x > 0 ? 1 : e) / (1 + e);
}

/// log((1 + s) / (1 - s)) = 2 atanh(s) for 0 <= s <= 1/3: 2 s (1 + s^2 P(s^2)), where P of degree 9
/// interpolates at the Chebyshev nodes. The relative error is at most 7e-18.
ACGD_INLINE double twice_atanh(double s) {
  const double x = s * s;
  const double x2 = x * x;
  const double x4 = x2 * x2;
  const double low = (0x1.5555555555555p-2 + x * 0x1.999999999a3e9p-3) +
                     x2 * (0x1.24924923d37bfp-3 + x * 0x1.c71c7271e7dcdp-4);
  const double high = (0x1.745cf09087c42p-4 + x * 0x1.3b18b6209a7f2p-4) +
                      x2 * (0x1.10ac3bb5e4dc1p-4 + x * 0x1.eb94b0b337d6ep-5);
  const double top = 0x1.68645c473e4bap-5 + x * 0x1.4b218d64eb5c0p-4;
  const double twice = s + s;
  return twice + (twice * x) * (low + x4 * (high + x4 * top));
}

/// log(1 + e^x): max(x, 0) + log1p(e^-|x|), and log1p(e) = 2 atanh(e / (2 + e)).
ACGD_INLINE double softplus(double x) {
  const double e = exp_or_zero(-absolute(x)).value;
  return at_least(0, x) + twice_atanh(e / (2 + e));
}

}  // namespace lane

}  // namespace acgd
