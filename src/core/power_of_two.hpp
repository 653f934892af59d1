#pragma once

#include <algorithm>
#include <cmath>

namespace acgd {

/// 2^k with value * 2^k < 2^bits; 1 for 0.
inline double power_of_two_below(int bits, double value) {
  if (!(value > 0)) return 1;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0, std::clamp(bits - exponent, -1000, 1000));
}

}  // namespace acgd
