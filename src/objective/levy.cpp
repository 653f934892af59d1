#include "acgd/objective/levy.hpp"

#include <cmath>
#include <numbers>

#include "acgd/core/error.hpp"

namespace acgd {
namespace {

using std::numbers::pi;

double squared(double value) { return value * value; }

/// w - 1: exactly 0 at the minimiser.
double offset(double x) { return (x - 1) / 4; }

}  // namespace

Levy::Levy(Index dimension) : dimension_(dimension) { require_at_least("dimension", dimension, 1); }

// sin^2 has period pi: sin^2(pi w) = sin^2(pi (w - 1)), and so for 2 pi w. Exactly 0 where w = 1.
double Levy::value(const Vector& x) const {
  const double last = offset(x[dimension_ - 1]);
  double sum =
      squared(std::sin(pi * offset(x[0]))) + squared(last) * (1 + squared(std::sin(2 * pi * last)));
  for (Index i = 0; i + 1 < dimension_; ++i) {
    sum += squared(offset(x[i])) * (1 + 10 * squared(std::sin(pi * offset(x[i + 1]))));
  }
  return sum;
}

// d/dx = 1/4 d/dw; the derivative of sin^2(c w) is c sin(2 c w).
void Levy::gradient(const Vector& x, Vector& g) const {
  g.setZero();
  g[0] = pi / 4 * std::sin(2 * pi * offset(x[0]));
  for (Index i = 0; i + 1 < dimension_; ++i) {
    const double here = offset(x[i]), next = offset(x[i + 1]);
    g[i] += here / 2 * (1 + 10 * squared(std::sin(pi * next)));
    g[i + 1] += squared(here) * 10 * pi / 4 * std::sin(2 * pi * next);
  }
  const double last = offset(x[dimension_ - 1]);
  g[dimension_ - 1] += last / 2 * (1 + squared(std::sin(2 * pi * last))) +
                       squared(last) * pi / 2 * std::sin(4 * pi * last);
}

}  // namespace acgd
