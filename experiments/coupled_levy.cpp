#include "experiments/coupled_levy.hpp"

#include <cmath>
#include <numbers>

#include "acgd/core/error.hpp"

namespace acgd::experiments {
namespace {

using std::numbers::pi;

/// w - 1
double offset(double x) { return (x - 1) / 4; }

double square(double x) { return x * x; }

}  // namespace

CoupledLevy::CoupledLevy(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 1);
}

double CoupledLevy::value(const Vector& x) const {
  // sin^2 has period pi: sin^2(pi w) = sin^2(pi (w - 1)), and so for 2 pi w.
  const double last = offset(x[dimension_ - 1]);
  double sum =
      square(std::sin(pi * offset(x[0]))) + square(last) * (1 + square(std::sin(2 * pi * last)));
  for (Index i = 0; i + 1 < dimension_; ++i) {
    sum += square(offset(x[i])) * (1 + 10 * square(std::sin(pi * offset(x[i + 1]))));
  }
  return sum;
}

void CoupledLevy::gradient(const Vector& x, Vector& g) const {
  g.setZero();
  // d/dx = 1/4 d/dw; the derivative of sin^2(c w) is c sin(2 c w).
  g[0] = pi / 4 * std::sin(2 * pi * offset(x[0]));
  for (Index i = 0; i + 1 < dimension_; ++i) {
    const double here = offset(x[i]), next = offset(x[i + 1]);
    g[i] += here / 2 * (1 + 10 * square(std::sin(pi * next)));
    g[i + 1] += square(here) * 10 * pi / 4 * std::sin(2 * pi * next);
  }
  const double last = offset(x[dimension_ - 1]);
  g[dimension_ - 1] += last / 2 * (1 + square(std::sin(2 * pi * last))) +
                       square(last) * pi / 2 * std::sin(4 * pi * last);
}

}  // namespace acgd::experiments
