// The rates of Khademi and Silveti-Falls (2025) with the constants of the proofs, on problems whose
// L, D and f* are known, with the norm of the run l1, l2 and linf. Every accepted L_k is at most
// beta (L + delta), and
//
//         f_{k+1} <= f_k - min(gap_k^2 / (2 L_k ||d_k||^2), gap_k / 2),
//
// without the second term over R^n. The bounds below follow by summation.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "support/named_rule.hpp"
#include "support/problems.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

using acgd_test::NamedRule;

constexpr double kBeta = 2;
constexpr double kDelta = 1e-10;

/// n^max(0, 1/r - 1/p): the largest ||x||_r where ||x||_p = 1 in R^n. l1 is 1/p = 1, linf is 0.
double ratio(Index n, double inverse_r, double inverse_p) {
  return std::pow(static_cast<double>(n), std::max(0.0, inverse_r - inverse_p));
}

/// A norm of the run, for separable functions.
struct Measure {
  std::shared_ptr<const Norm> norm;
  double inverse;  ///< 1/r

  /// L where |f_i''| <= q_i: the largest ||(q_i d_i)||_* / ||d||.
  double lipschitz(const Vector& q) const { return inverse == 0 ? q.sum() : q.maxCoeff(); }
};

std::vector<Measure> measures() { return {{l1_norm(), 1}, {l2_norm(), 0.5}, {linf_norm(), 0}}; }

/// A ball of directions, ||d||_C = 1, and a norm of the run.
struct Geometry {
  std::shared_ptr<const Oracle> ball;
  double inverse;  ///< 1/p of the ball
  Measure measure;
  double zeta;  ///< the largest ||v|| in the ball

  std::string name() const { return ball->name() + ", norm " + measure.norm->name(); }
};

std::vector<Geometry> geometries(Index n) {
  std::vector<Geometry> all;
  for (const Measure& measure : measures()) {
    const auto add = [&](std::shared_ptr<const Oracle> ball, double inverse) {
      all.push_back({std::move(ball), inverse, measure, ratio(n, measure.inverse, inverse)});
    };
    add(std::make_shared<L1Ball>(n, 1.0), 1);
    add(std::make_shared<L2Ball>(n, 1.0), 0.5);
    add(std::make_shared<LinfBall>(n, 1.0), 0);
  }
  return all;
}

double bound_on_lipschitz(double lipschitz) { return kBeta * (lipschitz + kDelta); }

class Theorems : public ::testing::TestWithParam<NamedRule> {
 protected:
  Options options(const Measure& measure, Index iterations) const {
    return {.direction = acgd_test::Straight{},
            .step = GetParam().step,
            .norm = measure.norm,
            .max_iterations = iterations,
            .gap_tolerance = 1e-8,
            .trace = true};
  }
};

INSTANTIATE_TEST_SUITE_P(AdaptiveRules, Theorems,
                         ::testing::Values(NamedRule{"constant", AdaptiveConstant{}},
                                           NamedRule{"constant_gamma_1",
                                                     AdaptiveConstant{.gamma = 1}},
                                           NamedRule{"adjustable", AdaptiveAdjustable{}}),
                         [](const auto& rule) { return std::string(rule.param.name); });

/// The decrease of every step where no d is longer than `longest`, and the bound on L_k.
void expect_lemmas(const Trace& trace, Mode mode, double lipschitz, double longest) {
  ASSERT_GE(trace.size(), 2);
  for (std::size_t k = 0; k + 1 < trace.size(); ++k) {
    const auto& [value, gap, lipschitz_k] =
        std::tuple(trace[k].value, trace[k].gap, trace[k].lipschitz);
    double decrease = gap * gap / (2 * lipschitz_k * longest * longest);
    if (mode == Mode::constrained) decrease = std::min(decrease, gap / 2);
    const double rounding = 1e-14 * (std::abs(value) + gap * trace[k].step);
    ASSERT_LE(trace[k + 1].value, value - decrease * (1 - 1e-6) + rounding) << k;
    ASSERT_LE(lipschitz_k, bound_on_lipschitz(lipschitz) * (1 + 1e-6)) << k;
  }
}

void expect_lemmas(const Trace& trace, const Geometry& geometry, double lipschitz) {
  expect_lemmas(trace, Mode::unconstrained, lipschitz, geometry.zeta);
}

/// h_N <= 2 c / (eta^2 N + 2 c / h_0), where f* = 0.
void expect_quasar_convex_rate(const Trace& trace, double c, double eta) {
  for (std::size_t k = 0; k < trace.size(); ++k) {
    const double bound = 2 * c / (eta * eta * static_cast<double>(k) + 2 * c / trace.front().value);
    ASSERT_LE(trace[k].value, bound * (1 + 1e-12)) << k;
  }
}

/// The C of the constrained theorems.
double constant_over_set(const Trace& trace, double lipschitz, double diameter) {
  double c = bound_on_lipschitz(lipschitz) * diameter * diameter;
  for (const Record& record : trace) c = std::max(c, record.gap);
  return c;
}

/// sum of q_i x_i^2 / 2 + b_i x_i on [-1, 1]^n, q of both signs: f* coordinate by coordinate.
struct SeparableIndefinite {
  Vector q = Vector{{4, -3, 1, -0.5, 2, -4, 0.1, 3}};
  Vector b = Vector{{1, 0.3, -2, 0.7, -0.2, 0.1, 5, -1}};

  double optimum() const {
    double sum = 0;
    for (Index i = 0; i < q.size(); ++i) {
      const auto f = [&](double x) { return 0.5 * q[i] * x * x + b[i] * x; };
      double best = std::min(f(-1), f(1));
      if (q[i] > 0 && std::abs(b[i]) <= q[i]) best = f(-b[i] / q[i]);
      sum += best;
    }
    return sum;
  }
};

TEST_P(Theorems, NonConvexConstrainedGapDecreasesLikeOneOverRootN) {
  const SeparableIndefinite p;
  for (const Measure& measure : measures()) {
    SCOPED_TRACE(measure.norm->name());
    const double lipschitz = measure.lipschitz(p.q.cwiseAbs());
    const double diameter = 2 * ratio(8, measure.inverse, 0);
    const Trace trace = minimize(acgd_test::quadratic(p.q.asDiagonal(), p.b), Box(8, -1, 1),
                                 Vector::Constant(8, 0.5), options(measure, 500))
                            .trace;
    expect_lemmas(trace, Mode::constrained, lipschitz, diameter);
    const double c = constant_over_set(trace, lipschitz, diameter);
    const double drop = trace.front().value - p.optimum();
    double smallest = trace.front().gap;
    for (std::size_t n = 0; n < trace.size(); ++n) {
      smallest = std::min(smallest, trace[n].gap);
      EXPECT_LE(smallest, std::sqrt(2 * c * drop / static_cast<double>(n + 1))) << "N = " << n;
    }
  }
}

// gap >= f - f*, and the first step leaves at most C / 2: f_k - f* <= 2 C / (k + 3).
TEST_P(Theorems, ConvexConstrainedValueDecreasesLikeOneOverK) {
  const Index n = 30;
  for (const Measure& measure : measures()) {
    SCOPED_TRACE(measure.norm->name());
    const double lipschitz = measure.lipschitz(Vector::Constant(n, 2));
    const double diameter = std::pow(2, measure.inverse);  // e_1 - e_2
    const Trace trace =
        minimize(acgd_test::squared_norm(n), Simplex(n), Vector::Unit(n, 0), options(measure, 300))
            .trace;
    expect_lemmas(trace, Mode::constrained, lipschitz, diameter);
    const double c = constant_over_set(trace, lipschitz, diameter);
    for (std::size_t k = 1; k < trace.size(); ++k) {
      EXPECT_LE(trace[k].value - 1.0 / static_cast<double>(n), 2 * c / static_cast<double>(k + 3))
          << k;
    }
  }
}

/// A separable function with minimum 0 at 0 that is eta-quasar-convex: <g, x> >= eta f.
struct QuasarConvex {
  Function f;
  double eta;
  double curvature;                        ///< upper bound of |f_i''|
  std::function<double(double)> farthest;  ///< the largest ||x||_2 where f(x) is at most this
};

/// sum of |x_i| (1 - exp(-|x_i|)): not convex, but quasar-convex with eta = 1; the second
/// derivative (2 - |t|) exp(-|t|) is between -exp(-3) and 2.
QuasarConvex star_convex(Index n) {
  return {Function(
              n,
              [](const Vector& x) {
                const auto a = x.array().abs();
                return -(a * (-a).expm1()).sum();
              },
              [](const Vector& x, Vector& g) {
                const auto a = x.array().abs();
                g = x.array().sign() * (a * (-a).exp() - (-a).expm1());
              }),
          1, 2,
          // Each term is at least |x_i| - exp(-1), for t exp(-t) <= exp(-1).
          [n](double value) { return value + static_cast<double>(n) * std::exp(-1.0); }};
}

/// sum of (1 + x_i^2)^(eta/2) - 1. With s = 1 + t^2, t phi' = eta (s^(eta/2) - s^(eta/2 - 1)) >=
/// eta phi, and no larger eta will do far out. |phi''| <= eta = phi''(0).
QuasarConvex power(Index n, double eta) {
  return {
      Function(
          n,
          [eta](const Vector& x) { return (eta / 2 * x.array().square().log1p()).expm1().sum(); },
          [eta](const Vector& x, Vector& g) {
            g = eta * x.array() * (1 + x.array().square()).pow(eta / 2 - 1);
          }),
      eta, eta,
      // x_i^2 is a convex function of its term: the maximum has one nonzero variable.
      [eta](double value) { return std::sqrt(std::pow(1 + value, 2 / eta) - 1); }};
}

std::vector<QuasarConvex> quasar_convex(Index n) {
  return {star_convex(n), power(n, 0.5), power(n, 0.25)};
}

TEST_P(Theorems, QuasarConvexConstrainedValueDecreasesLikeOneOverK) {
  const Index n = 10;
  for (const Measure& measure : measures()) {
    for (const QuasarConvex& p : quasar_convex(n)) {
      SCOPED_TRACE(::testing::Message() << measure.norm->name() << ", eta " << p.eta);
      const double lipschitz = measure.lipschitz(Vector::Constant(n, p.curvature));
      const double diameter = 2 * 6 * ratio(n, measure.inverse, 0.5);
      const Trace trace =
          minimize(p.f, L2Ball(n, 6.0), Vector::LinSpaced(n, -2, 1.5), options(measure, 300)).trace;
      expect_lemmas(trace, Mode::constrained, lipschitz, diameter);
      expect_quasar_convex_rate(trace, constant_over_set(trace, lipschitz, diameter), p.eta);
    }
  }
}

// Theorem 1: min over k <= N of gap_k^2 <= 2 beta (L + delta) zeta^2 (f_0 - f*) / (N + 1), for the sum of
// q_i (1 - cos x_i), whose minimum is 0. So it is over a gauge, [-1, 2]^n.
TEST_P(Theorems, NonConvexUnconstrainedGapDecreasesLikeOneOverRootN) {
  const Index n = 6;
  const Vector q = Vector::LinSpaced(n, 0.5, 3);
  const Function f(
      n, [q](const Vector& x) { return 2 * q.dot((x / 2).array().sin().square().matrix()); },
      [q](const Vector& x, Vector& g) { g = q.array() * x.array().sin(); });
  std::vector<Geometry> all = geometries(n);
  for (const Measure& measure : measures()) {
    all.push_back({std::make_shared<Box>(n, -1, 2), 0, measure, 2 * ratio(n, measure.inverse, 0)});
  }
  for (const Geometry& geometry : all) {
    SCOPED_TRACE(geometry.name());
    const double lipschitz = geometry.measure.lipschitz(q);
    // Near a maximum, where gradients stay small for many steps.
    const Trace trace =
        descend(f, *geometry.ball, Vector::LinSpaced(n, 3.0, 3.14), options(geometry.measure, 300))
            .trace;
    expect_lemmas(trace, geometry, lipschitz);
    const double c =
        2 * bound_on_lipschitz(lipschitz) * std::pow(geometry.zeta, 2) * trace.front().value;
    double smallest = trace.front().gap;
    for (std::size_t k = 0; k < trace.size(); ++k) {
      smallest = std::min(smallest, trace[k].gap);
      EXPECT_LE(smallest * smallest, c / static_cast<double>(k + 1)) << k;
    }
  }
}

// f_{k+1} - f* <= (1 - mu / (zeta^2 beta (L + delta))) (f_k - f*), where x'Qx >= mu ||x||_C^2.
TEST_P(Theorems, StronglyConvexUnconstrainedValueDecreasesLinearly) {
  const Index n = 6;
  for (const Vector& q : {Vector(Vector::LinSpaced(n, 1, 9)), Vector(Vector::Constant(n, 3))}) {
    for (const Geometry& geometry : geometries(n)) {
      SCOPED_TRACE(geometry.name());
      const double lipschitz = geometry.measure.lipschitz(q);
      const double mu = geometry.inverse == 1 ? 1 / q.cwiseInverse().sum() : q.minCoeff();
      const Trace trace =
          descend(acgd_test::quadratic(q.asDiagonal(), Vector::Zero(n)), *geometry.ball,
                  Vector::LinSpaced(n, -3, 4), options(geometry.measure, 300))
              .trace;
      expect_lemmas(trace, geometry, lipschitz);
      const double rate = 1 - mu / (std::pow(geometry.zeta, 2) * bound_on_lipschitz(lipschitz));
      for (std::size_t k = 0; k + 1 < trace.size(); ++k) {
        EXPECT_LE(trace[k + 1].value, rate * trace[k].value) << k;
      }
    }
  }
}

// eta h <= gap R with R the size of the sublevel set.
TEST_P(Theorems, QuasarConvexUnconstrainedValueDecreasesLikeOneOverK) {
  const Index n = 5;
  for (const QuasarConvex& p : quasar_convex(n)) {
    for (const Geometry& geometry : geometries(n)) {
      SCOPED_TRACE(::testing::Message() << geometry.name() << ", eta " << p.eta);
      const double lipschitz = geometry.measure.lipschitz(Vector::Constant(n, p.curvature));
      const Trace trace =
          descend(p.f, *geometry.ball, Vector::LinSpaced(n, -1, 2), options(geometry.measure, 300))
              .trace;
      expect_lemmas(trace, geometry, lipschitz);
      const double radius = p.farthest(trace.front().value) * ratio(n, geometry.inverse, 0.5);
      const double c = bound_on_lipschitz(lipschitz) * std::pow(geometry.zeta * radius, 2);
      expect_quasar_convex_rate(trace, c, p.eta);
    }
  }
}

}  // namespace
}  // namespace acgd
