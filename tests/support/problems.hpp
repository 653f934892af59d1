#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "acgd/objective/function.hpp"

/// Small functions with known properties.
namespace acgd_test {

using acgd::Function;
using acgd::Index;
using acgd::Matrix;
using acgd::Vector;

/// ||x||^2: L = 2 in l2. Over the unit simplex in R^n: f* = 1/n.
inline Function squared_norm(Index n) {
  return Function(
      n, [](const Vector& x) { return x.squaredNorm(); },
      [](const Vector& x, Vector& g) { g = 2 * x; });
}

/// 1/2 x'Qx + b'x
inline Function quadratic(Matrix q, Vector b) {
  const Index n = b.size();
  return Function(
      n, [q, b](const Vector& x) { return x.dot(0.5 * (q * x) + b); },
      [q, b](const Vector& x, Vector& g) { g = q * x + b; });
}

/// V'p + p'Mp. Over the l1 ball of radius 1: f* = -3.1753470301768805.
inline Function three_assets() {
  Vector v(3);
  v << -6, -6.15703, -5.55986;
  Matrix m(3, 3);
  m << 3, 2.8464949, 2.4178848, 2.8464949, 3, 2.84649498, 2.4178848, 2.84649498, 3;
  return quadratic(2 * m, v);
}
constexpr double kThreeAssetsOptimum = -3.1753470301768805;

/// sum a_ij exp(x_i - x_j): convex, minimal where x balances a. For the matrix of the recorded
/// runs, f* = sum of its entries.
inline Function matrix_balancing(Matrix a) {
  const Index n = a.rows();
  // exp of the difference, not a quotient of two: it is exactly 1 where x_i = x_j.
  const auto scaled = [a, n](const Vector& x) -> Matrix {
    Matrix s = a;
    for (Index j = 0; j < n; ++j) s.col(j).array() *= (x.array() - x[j]).exp();
    return s;
  };
  return Function(
      n, [scaled](const Vector& x) { return scaled(x).sum(); },
      [scaled](const Vector& x, Vector& g) {
        const Matrix s = scaled(x);
        g = (s - s.transpose()).rowwise().sum();
      });
}

/// Rosenbrock's function: nonconvex, f* = 0 at (1, ..., 1).
inline Function rosenbrock(Index n) {
  return Function(
      n,
      [n](const Vector& x) {
        double sum = 0;
        for (Index i = 0; i + 1 < n; ++i) {
          sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
        }
        return sum;
      },
      [n](const Vector& x, Vector& g) {
        g.setZero();
        for (Index i = 0; i + 1 < n; ++i) {
          const double valley = x[i + 1] - x[i] * x[i];
          g[i] += -400 * x[i] * valley - 2 * (1 - x[i]);
          g[i + 1] += 200 * valley;
        }
      });
}

}  // namespace acgd_test
