#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "acgd/objective/objective.hpp"

namespace acgd {

struct GradientCheck {
  /// The same seed looks along the same directions.
  std::uint64_t seed = 1;
  /// Coordinates to look along: all of them when there are no more, else as many drawn at random.
  int coordinates = 50;
  /// Random directions to look along.
  int directions = 10;
  /// Step of the central difference (f(x+hu) - f(x-hu)) / 2h, relative to max(1, |x_i|). Its error
  /// is h^2/6 |f'''| from curvature and eps |f| / h from rounding; h = eps^(1/3), about 6e-6, makes
  /// both about eps^(2/3) = 4e-11 for a function whose value and derivatives are of one size.
  double step = 6.055454e-06;
  /// Allowed difference, relative to the larger of the slope and the gradient's mean size: leaves a
  /// factor of 10^4 over the error above for badly scaled functions, and is far below any real
  /// mistake. The rounding error of f, which can be known, is allowed on top.
  double tolerance = 1e-6;
};

/// Compares the gradient at x with central differences of the value, along coordinates and along
/// random directions. Also: gradient() overwrites whatever it is given, everything is finite, and
/// the gradient does not change faster than lipschitz() promises. Returns a sentence for each kind
/// of failure, with numbers; nothing means that it passed. Uses no test framework.
std::vector<std::string> check_gradient(const Objective& objective, const Vector& x,
                                        const GradientCheck& options = {});

}  // namespace acgd
