#include "acgd/objective/levy_textbook.hpp"

#include <cmath>
#include <numbers>

#include "acgd/core/error.hpp"

namespace acgd {
namespace {

using std::numbers::pi;

double square_of(double value) { return value * value; }

/// w - 1: exactly 0 at the minimiser.
double quarter_offset(double x) { return 0.25 * (x - 1); }

}  // namespace

LevyTextbook::LevyTextbook(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 1);
}

// sin(pi w) = -sin(pi (w - 1)) and sin(2 pi w) = sin(2 pi (w - 1)): exactly 0 where w = 1.
double LevyTextbook::value(const Vector& x) const {
  const Index last = dimension_ - 1;
  double sum = square_of(std::sin(pi * quarter_offset(x[0])));
  for (Index i = 0; i < last; ++i) {
    const double u = quarter_offset(x[i]);
    sum += u * u * (1 + 10 * square_of(std::sin(pi * (1 + u) + 1)));
  }
  const double u = quarter_offset(x[last]);
  return sum + u * u * (1 + square_of(std::sin(2 * pi * u)));
}

// d/dw sin^2(a w + c) = a sin(2 (a w + c)); dw/dx = 1/4.
void LevyTextbook::gradient(const Vector& x, Vector& g) const {
  const Index last = dimension_ - 1;
  for (Index i = 0; i < last; ++i) {
    const double u = quarter_offset(x[i]);
    const double angle = pi * (1 + u) + 1;
    g[i] = 0.25 *
           (2 * u * (1 + 10 * square_of(std::sin(angle))) + u * u * 10 * pi * std::sin(2 * angle));
  }
  const double u = quarter_offset(x[last]);
  g[last] = 0.25 *
            (2 * u * (1 + square_of(std::sin(2 * pi * u))) + u * u * 2 * pi * std::sin(4 * pi * u));
  g[0] += 0.25 * pi * std::sin(2 * pi * quarter_offset(x[0]));
}

}  // namespace acgd
