#pragma once

#include <cmath>
#include <numbers>

#include "solve/plain_rule.hpp"

/// The paper's functions without data, by their formulas, in any precision.
namespace plain {

template <class Real>
struct Rosenbrock {
  Real value(const VectorOf<Real>& x) const {
    Real sum = 0;
    for (Index i = 0; i + 1 < x.size(); ++i) {
      const Real a = x[i + 1] - x[i] * x[i], b = x[i] - 1;
      sum += 100 * a * a + b * b;
    }
    return sum;
  }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    VectorOf<Real> g = VectorOf<Real>::Zero(x.size());
    for (Index i = 0; i + 1 < x.size(); ++i) {
      const Real a = x[i + 1] - x[i] * x[i];
      g[i] += -400 * x[i] * a + 2 * (x[i] - 1);
      g[i + 1] += 200 * a;
    }
    return g;
  }
};

/// sin^2(pi w_1) + sum of (w_i - 1)^2 (1 + 10 sin^2(pi w_{i+1})) + (w_n - 1)^2 (1 + sin^2(2 pi
/// w_n))
template <class Real>
struct Levy {
  static constexpr Real pi = std::numbers::pi_v<Real>;

  static Real sine_squared(Real angle) { return std::sin(angle) * std::sin(angle); }

  Real value(const VectorOf<Real>& x) const {
    const Index last = x.size() - 1;
    const VectorOf<Real> w = (1 + (x.array() - 1) / 4).matrix();
    Real sum = sine_squared(pi * w[0]);
    for (Index i = 0; i < last; ++i) {
      sum += (w[i] - 1) * (w[i] - 1) * (1 + 10 * sine_squared(pi * w[i + 1]));
    }
    return sum + (w[last] - 1) * (w[last] - 1) * (1 + sine_squared(2 * pi * w[last]));
  }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    const Index last = x.size() - 1;
    const VectorOf<Real> w = (1 + (x.array() - 1) / 4).matrix();
    VectorOf<Real> g = VectorOf<Real>::Zero(x.size());
    g[0] = pi * std::sin(2 * pi * w[0]);
    for (Index i = 0; i < last; ++i) {
      const Real u = w[i] - 1;
      g[i] += 2 * u * (1 + 10 * sine_squared(pi * w[i + 1]));
      g[i + 1] += u * u * 10 * pi * std::sin(2 * pi * w[i + 1]);
    }
    const Real u = w[last] - 1;
    g[last] += 2 * u * (1 + sine_squared(2 * pi * w[last]));
    g[last] += u * u * 2 * pi * std::sin(4 * pi * w[last]);
    return g / 4;
  }
};

template <class Real>
struct Zakharov {
  static Real half_sum(const VectorOf<Real>& x) {
    Real s = 0;
    for (Index i = 0; i < x.size(); ++i) s += static_cast<Real>(i + 1) * x[i];
    return s / 2;
  }
  Real value(const VectorOf<Real>& x) const {
    const Real s = half_sum(x);
    return x.squaredNorm() + s * s + s * s * s * s;
  }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    const Real s = half_sum(x);
    VectorOf<Real> g = 2 * x;
    for (Index i = 0; i < x.size(); ++i) g[i] += (s + 2 * s * s * s) * static_cast<Real>(i + 1);
    return g;
  }
};

/// (x_1 - 3)^2 + sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2
template <class Real>
struct SumOfSquares {
  Real value(const VectorOf<Real>& x) const {
    Real sum = (x[0] - 3) * (x[0] - 3), prefix = x[0];
    for (Index i = 1; i < x.size(); ++i) {
      prefix += x[i];
      const Real r = x[0] - 3 - 2 * prefix * prefix;
      sum += r * r;
    }
    return sum;
  }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    VectorOf<Real> g = VectorOf<Real>::Zero(x.size());
    g[0] = 2 * (x[0] - 3);
    Real prefix = x[0];
    for (Index i = 1; i < x.size(); ++i) {
      prefix += x[i];
      const Real r = x[0] - 3 - 2 * prefix * prefix;
      g[0] += 2 * r;
      g.head(i + 1).array() -= 8 * r * prefix;
    }
    return g;
  }
};

/// ||x||^2 / 2 + sum of x_i^4 i / 4: steep far out, quadratic at its minimum 0.
template <class Real>
struct Quartic {
  static Real weight(Index i) { return static_cast<Real>(i + 1); }

  Real value(const VectorOf<Real>& x) const {
    Real sum = 0;
    for (Index i = 0; i < x.size(); ++i) {
      sum += x[i] * x[i] / 2 + weight(i) * x[i] * x[i] * x[i] * x[i] / 4;
    }
    return sum;
  }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    VectorOf<Real> g = x;
    for (Index i = 0; i < x.size(); ++i) g[i] += weight(i) * x[i] * x[i] * x[i];
    return g;
  }
};

}  // namespace plain
