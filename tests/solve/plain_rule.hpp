#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "acgd/core/vector.hpp"

/// The paper's algorithm, literally, in any precision: every value and gradient is computed from x
/// and every distance from two points, without updates or safeguards.
namespace plain {

using acgd::Index;

template <class Real>
using VectorOf = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

enum class Strategy { constant, adjustable, backtracking };

template <class Real>
struct Problem {
  std::function<Real(const VectorOf<Real>& x)> value;
  std::function<VectorOf<Real>(const VectorOf<Real>& x)> gradient;
  /// argmin of <g, v> over the set
  std::function<VectorOf<Real>(const VectorOf<Real>& g)> oracle;
  bool constrained = false;
};

/// Inputs of Algorithm 3 besides gamma, beta and delta.
struct Inputs {
  double epsilon = 1e-3;  ///< length of the probe that replaces x^-1
  double t_max = std::numeric_limits<double>::infinity();  ///< at most 1 where constrained
  acgd::Vector x_previous = {};                            ///< x^-1; empty: a probe
};

/// One iteration: the quantities at x_k, and the step from it.
struct Row {
  double value = 0, gap = 0, step = 0, lipschitz = 0;
  int backtracks = 0;
};

struct Run {
  std::vector<Row> rows;
  double final_value = 0;
};

/// All norms are l2, as in the paper's experiments; gamma = 1/4, beta = 2, r = 10, delta = 1e-10. A
/// probe along d^0 replaces x^{-1}, unless it is given. Stops where the gap is 1e-6.
template <class Real>
Run run(const Problem<Real>& f, VectorOf<Real> x, Strategy strategy, int iterations,
        const Inputs& inputs = {}) {
  const Real beta = 2, delta = static_cast<Real>(1e-10);
  Real gamma = Real(1) / 4, remembered = 0;
  VectorOf<Real> x_before, g_before;
  Run run;
  int counted = 0;
  for (int k = 0; k < iterations; ++k) {
    const VectorOf<Real> g = f.gradient(x);
    const VectorOf<Real> v = f.oracle(g);
    const VectorOf<Real> d = f.constrained ? VectorOf<Real>(v - x) : v;
    const Real gap = -g.dot(d);
    if (!(gap > Real(1e-6))) break;
    if (k == 0) {
      x_before = x + static_cast<Real>(inputs.epsilon) * d;
      if (inputs.x_previous.size() > 0) x_before = inputs.x_previous.cast<Real>();
      g_before = f.gradient(x_before);
    }
    const Real estimate = (g - g_before).norm() / (x - x_before).norm();
    Real L = gamma * (estimate + delta);
    if (strategy == Strategy::backtracking)
      L = static_cast<Real>(0.9) * (k == 0 ? estimate : remembered);
    const auto length = [&] {
      const Real t = gap / (L * d.squaredNorm());
      return std::min(
          t, static_cast<Real>(f.constrained ? std::min(inputs.t_max, 1.0) : inputs.t_max));
    };
    const Real value = f.value(x);
    Real t = length();
    int backtracks = 0;
    while (!(f.value(x + t * d) <= value - t * gap + L / 2 * t * t * d.squaredNorm())) {
      if (++backtracks == 300) break;
      L *= beta;
      t = length();
    }
    remembered = L;
    counted += backtracks;
    if (strategy == Strategy::adjustable && (k + 1) % 10 == 0) {
      if (counted == 0) gamma *= static_cast<Real>(0.9);
      if (counted > 10) gamma = std::min(Real(1), static_cast<Real>(1.1) * gamma);
      counted = 0;
    }
    run.rows.push_back({static_cast<double>(value), static_cast<double>(gap),
                        static_cast<double>(t), static_cast<double>(L), backtracks});
    x_before = x;
    g_before = g;
    x = x + t * d;
  }
  run.final_value = static_cast<double>(f.value(x));
  return run;
}

}  // namespace plain
