#pragma once

#include "acgd/core/vector.hpp"
#include "solve/plain_rule.hpp"

/// The paper's functions of data, and its sets, by their formulas, in any precision.
namespace plain {

/// ||Ax - b||^2
template <class Real>
struct LeastSquares {
  acgd::Matrix a;
  acgd::Vector b;

  VectorOf<Real> residual(const VectorOf<Real>& x) const {
    return a.cast<Real>() * x - b.cast<Real>();
  }
  Real value(const VectorOf<Real>& x) const { return residual(x).squaredNorm(); }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    return 2 * (a.cast<Real>().transpose() * residual(x));
  }
};

/// x'Qx
template <class Real>
struct Quadratic {
  acgd::Matrix q;

  Real value(const VectorOf<Real>& x) const { return x.dot(q.cast<Real>() * x); }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const { return 2 * (q.cast<Real>() * x); }
};

/// mean of log(1 + exp(-y_i a_i'x))
template <class Real>
struct Logistic {
  acgd::Matrix a;
  acgd::Vector y;

  VectorOf<Real> margins(const VectorOf<Real>& x) const {
    return (y.cast<Real>().array() * (a.cast<Real>() * x).array()).matrix();
  }
  Real value(const VectorOf<Real>& x) const {
    return (1 + (-margins(x).array()).exp()).log().sum() / static_cast<Real>(y.size());
  }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    const VectorOf<Real> r = (-y.cast<Real>().array() / (1 + margins(x).array().exp())).matrix();
    return a.cast<Real>().transpose() * r / static_cast<Real>(y.size());
  }
};

/// mean of (y_i - 1 / (1 + exp(-a_i'x)))^2, y_i in {0, 1}
template <class Real>
struct Sigmoid {
  acgd::Matrix a;
  acgd::Vector y;

  VectorOf<Real> guesses(const VectorOf<Real>& x) const {
    return (1 / (1 + (-(a.cast<Real>() * x).array()).exp())).matrix();
  }
  Real value(const VectorOf<Real>& x) const {
    return (y.cast<Real>() - guesses(x)).squaredNorm() / static_cast<Real>(y.size());
  }
  VectorOf<Real> gradient(const VectorOf<Real>& x) const {
    const VectorOf<Real> s = guesses(x);
    const VectorOf<Real> r =
        (2 * (s - y.cast<Real>()).array() * s.array() * (1 - s.array())).matrix();
    return a.cast<Real>().transpose() * r / static_cast<Real>(y.size());
  }
};

template <class Real>
VectorOf<Real> l1_oracle(const VectorOf<Real>& g, double radius) {
  Index j = 0;
  g.cwiseAbs().maxCoeff(&j);
  return VectorOf<Real>::Unit(g.size(), j) * (g[j] > 0 ? Real(-radius) : Real(radius));
}

template <class Real>
VectorOf<Real> l2_oracle(const VectorOf<Real>& g) {
  return -g / g.norm();
}

template <class Real>
VectorOf<Real> linf_oracle(const VectorOf<Real>& g) {
  return g.unaryExpr([](Real entry) { return entry > 0 ? Real(-1) : Real(1); });
}

template <class Real>
VectorOf<Real> simplex_oracle(const VectorOf<Real>& g) {
  Index j = 0;
  g.minCoeff(&j);
  return VectorOf<Real>::Unit(g.size(), j);
}

}  // namespace plain
