#include "acgd/objective/test_functions.hpp"

#include <cmath>
#include <numbers>

#include "acgd/core/error.hpp"

namespace acgd {

SumOfSquares::SumOfSquares(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 1);
}

double SumOfSquares::value(const Vector& x) const {
  const double first = x[0] - 3;
  double sum = first * first;
  double prefix = x[0];
  for (Index i = 1; i < dimension_; ++i) {
    prefix += x[i];
    const double residual = first - 2 * prefix * prefix;
    sum += residual * residual;
  }
  return sum;
}

// With r_i the residuals and s_i the prefix sums, x_k occurs in s_k, s_{k+1}, ...: it contributes
// the sum over i >= k of -8 r_i s_i to the gradient, and x_1 another 2 r_i for each residual.
void SumOfSquares::gradient(const Vector& x, Vector& g) const {
  const double first = x[0] - 3;
  double through_first = 2 * first;
  double prefix = x[0];
  for (Index i = 1; i < dimension_; ++i) {
    prefix += x[i];
    const double residual = first - 2 * prefix * prefix;
    through_first += 2 * residual;
    g[i] = -8 * residual * prefix;
  }
  double suffix = 0;
  for (Index i = dimension_ - 1; i > 0; --i) {
    suffix += g[i];
    g[i] = suffix;
  }
  g[0] = through_first + suffix;
}

Rosenbrock::Rosenbrock(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 2);
}

double Rosenbrock::value(const Vector& x) const {
  const auto here = x.head(dimension_ - 1).array();
  const auto next = x.tail(dimension_ - 1).array();
  return (100 * (next - here.square()).square() + (1 - here).square()).sum();
}

void Rosenbrock::gradient(const Vector& x, Vector& g) const {
  double from_before = 0;
  for (Index i = 0; i + 1 < dimension_; ++i) {
    const double valley = x[i + 1] - x[i] * x[i];
    g[i] = from_before - 400 * x[i] * valley - 2 * (1 - x[i]);
    from_before = 200 * valley;
  }
  g[dimension_ - 1] = from_before;
}

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

namespace {

/// sum of i x_i / 2, i from 1
double weighted_sum(const Vector& x) {
  return 0.5 * x.dot(Vector::LinSpaced(x.size(), 1, static_cast<double>(x.size())));
}

}  // namespace

Zakharov::Zakharov(Index dimension) : dimension_(dimension) {
  require_at_least("dimension", dimension, 1);
}

double Zakharov::value(const Vector& x) const {
  const double s = weighted_sum(x);
  return x.squaredNorm() + s * s * (1 + s * s);
}

void Zakharov::gradient(const Vector& x, Vector& g) const {
  const double s = weighted_sum(x);
  const double outer = 2 * s + 4 * s * s * s;
  for (Index i = 0; i < dimension_; ++i) {
    g[i] = 2 * x[i] + outer * 0.5 * static_cast<double>(i + 1);
  }
}

}  // namespace acgd
