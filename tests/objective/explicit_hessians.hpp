#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "objective/quadratic_problems.hpp"
#include "support/decompositions.hpp"

/// Explicit Hessians of losses by their formulas.
namespace acgd_test {

/// For a scalar prediction.
using SecondDerivative = std::function<double(double z, double y)>;

inline double plain_sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

inline std::function<Matrix(const Vector&)> written_hessian(Matrix a, Vector offset, Vector y,
                                                            SecondDerivative second) {
  return [=](const Vector& x) {
    Vector d = a * x + offset;
    for (Index i = 0; i < d.size(); ++i) d[i] = std::max(0.0, second(d[i], y[i]));
    return Matrix(a.transpose() * d.asDiagonal() * a);
  };
}

/// The same with a profiled intercept: D - D 1 1' D / 1' D 1.
inline std::function<Matrix(const Vector&)> profiled_hessian(const acgd::Composite& f, Matrix a,
                                                             Vector y, SecondDerivative second) {
  return [=](const Vector& x) {
    Vector d = (a * x).array() + f.intercept(x)[0];
    for (Index i = 0; i < d.size(); ++i) d[i] = std::max(0.0, second(d[i], y[i]));
    const Vector weighted = a.transpose() * d;
    return Matrix(a.transpose() * d.asDiagonal() * a - weighted * weighted.transpose() / d.sum());
  };
}

/// Of a softmax: every sample's Diag(p) - p p', and with intercepts those eliminated.
inline Matrix softmax_hessian(const acgd::Composite& f, const Matrix& a, Index classes,
                              const Vector& x) {
  const Index m = a.rows(), n = a.cols();
  Matrix z = a * Eigen::Map<const Matrix>(x.data(), n, classes);
  const Vector b = f.intercept(x);
  if (b.size() != 0) z.rowwise() += b.transpose();
  Matrix more(m, n + 1);
  more << a, Vector::Ones(m);
  Matrix h = Matrix::Zero((n + 1) * classes, (n + 1) * classes);
  for (Index i = 0; i < m; ++i) {
    const Vector p = z.row(i).array().exp() / z.row(i).array().exp().sum();
    const Matrix d = Matrix(p.asDiagonal()) - p * p.transpose();
    for (Index k = 0; k < classes; ++k) {
      for (Index l = 0; l < classes; ++l) {
        h.block(k * (n + 1), l * (n + 1), n + 1, n + 1) +=
            d(k, l) / static_cast<double>(m) * more.row(i).transpose() * more.row(i);
      }
    }
  }
  // The features of all classes first, then the intercepts.
  std::vector<Index> order;
  for (Index k = 0; k < classes; ++k) {
    for (Index j = 0; j < n; ++j) order.push_back(k * (n + 1) + j);
  }
  for (Index k = 0; k < classes; ++k) order.push_back(k * (n + 1) + n);
  const Matrix sorted = h(order, order);
  const Index size = n * classes;
  const Matrix top = sorted.topLeftCorner(size, size), side = sorted.topRightCorner(size, classes);
  if (b.size() == 0) return top;
  // Along 1, where the corner block is 0, any value will do.
  const Matrix corner = sorted.bottomRightCorner(classes, classes).array() + 1;
  return top - side * solve(corner, side.transpose());
}

}  // namespace acgd_test
