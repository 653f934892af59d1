// The rates of Khademi and Silveti-Falls (2025) with the constants of the proofs, on problems whose
// L, D and f* are known. Every accepted L_k is at most beta (L + delta), so with C = beta (L +
// delta) D^2
//
//     f_{k+1} <= f_k - min(gap_k^2 / (2 C), gap_k / 2),
//
// and the bounds below follow by summation.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/oracle/box.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "acgd/oracle/linf_ball.hpp"
#include "acgd/oracle/simplex.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "support/named_rule.hpp"
#include "support/problems.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

using acgd_test::NamedRule;

constexpr double kBeta = 2;
constexpr double kDelta = 1e-10;

class Theorems : public ::testing::TestWithParam<NamedRule> {
 protected:
  Options options(Index iterations) const {
    return {.direction = acgd_test::Straight{},
            .step = GetParam().step,
            .max_iterations = iterations,
            .gap_tolerance = 1e-13,
            .trace = true};
  }
};

INSTANTIATE_TEST_SUITE_P(AdaptiveRules, Theorems,
                         ::testing::Values(NamedRule{"constant", AdaptiveConstant{}},
                                           NamedRule{"constant_gamma_1",
                                                     AdaptiveConstant{.gamma = 1}},
                                           NamedRule{"adjustable", AdaptiveAdjustable{}}),
                         [](const auto& rule) { return std::string(rule.param.name); });

double bound_on_lipschitz(double lipschitz) { return kBeta * (lipschitz + kDelta); }

void expect_descent_and_bounded_lipschitz(const Trace& trace, double lipschitz) {
  for (std::size_t k = 0; k + 1 < trace.size(); ++k) {
    EXPECT_LE(trace[k + 1].value, trace[k].value + 4e-15 * std::abs(trace[k].value)) << k;
    EXPECT_LE(trace[k].lipschitz, bound_on_lipschitz(lipschitz) * (1 + 1e-6)) << k;
  }
}

/// sum of q_i x_i^2 / 2 + b_i x_i on [-1, 1]^n, q of both signs: L = max |q_i|, f* coordinate by
/// coordinate.
struct SeparableIndefinite {
  Vector q = Vector{{4, -3, 1, -0.5, 2, -4, 0.1, 3}};
  Vector b = Vector{{1, 0.3, -2, 0.7, -0.2, 0.1, 5, -1}};
  double lipschitz = 4;
  double diameter_squared = 8 * 4;

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

TEST_P(Theorems, NonConvexConstrainedGapFallsLikeOneOverRootN) {
  const SeparableIndefinite p;
  const double c = bound_on_lipschitz(p.lipschitz) * p.diameter_squared;
  const Result result = minimize(acgd_test::quadratic(p.q.asDiagonal(), p.b), Box(8, -1, 1),
                                 Vector::Constant(8, 0.5), options(500));
  expect_descent_and_bounded_lipschitz(result.trace, p.lipschitz);
  const double drop = result.trace.front().value - p.optimum();
  double smallest = result.trace.front().gap;
  for (std::size_t n = 0; n < result.trace.size(); ++n) {
    smallest = std::min(smallest, result.trace[n].gap);
    EXPECT_LE(smallest, std::sqrt(2 * c * drop / static_cast<double>(n + 1))) << "N = " << n;
  }
}

// gap >= f - f*, and the first step leaves at most C / 2: f_k - f* <= 2 C / (k + 3).
TEST_P(Theorems, ConvexConstrainedValueFallsLikeOneOverK) {
  const Index n = 30;
  const double c = bound_on_lipschitz(2) * 2;
  const Result result =
      minimize(acgd_test::squared_norm(n), Simplex(n), Vector::Unit(n, 0), options(300));
  expect_descent_and_bounded_lipschitz(result.trace, 2);
  for (std::size_t k = 1; k < result.trace.size(); ++k) {
    EXPECT_LE(result.trace[k].value - 1.0 / static_cast<double>(n),
              2 * c / static_cast<double>(k + 3))
        << k;
  }
}

/// sum of |x_i| (1 - exp(-|x_i|)): not convex, but quasar-convex with rho = 1 about its minimum 0;
/// the second derivative (2 - |t|) exp(-|t|) is between -exp(-3) and 2, so L = 2.
Function star_convex(Index n) {
  return Function(
      n,
      [](const Vector& x) {
        const auto a = x.array().abs();
        return -(a * (-a).expm1()).sum();
      },
      [](const Vector& x, Vector& g) {
        const auto a = x.array().abs();
        g = x.array().sign() * (a * (-a).exp() - (-a).expm1());
      });
}

TEST_P(Theorems, QuasarConvexConstrainedValueFallsLikeOneOverK) {
  const Index n = 10;
  const double c = bound_on_lipschitz(2) * std::pow(2 * 6.0, 2);
  const Result result =
      minimize(star_convex(n), L2Ball(n, 6.0), Vector::LinSpaced(n, -2, 1.5), options(300));
  expect_descent_and_bounded_lipschitz(result.trace, 2);
  for (std::size_t k = 1; k < result.trace.size(); ++k) {
    EXPECT_LE(result.trace[k].value, 2 * c / static_cast<double>(k + 3)) << k;
  }
}

/// Balls whose steepest descent is measured in l2; zeta^2 relates their dual norm to it:
/// gap^2 / ||d||_2^2 >= ||g||_2^2 / zeta^2.
struct Geometry {
  std::shared_ptr<const Oracle> ball;
  double zeta_squared;
};

std::vector<Geometry> geometries(Index n) {
  const double size = static_cast<double>(n);
  return {{std::make_shared<L2Ball>(n, 1.0), 1},
          {std::make_shared<L1Ball>(n, 1.0), size},
          {std::make_shared<LinfBall>(n, 1.0), size}};
}

// f_{k+1} - f* <= (1 - mu / (zeta^2 beta (L + delta))) (f_k - f*)
TEST_P(Theorems, StronglyConvexUnconstrainedValueFallsLinearly) {
  const Index n = 6;
  const Vector q = Vector::LinSpaced(n, 1, 9);
  for (const Geometry& geometry : geometries(n)) {
    const Result result = descend(acgd_test::quadratic(q.asDiagonal(), Vector::Zero(n)),
                                  *geometry.ball, Vector::LinSpaced(n, -3, 4), options(300));
    expect_descent_and_bounded_lipschitz(result.trace, 9);
    const double rate = 1 - 1 / (geometry.zeta_squared * bound_on_lipschitz(9));
    for (std::size_t k = 0; k + 1 < result.trace.size(); ++k) {
      EXPECT_LE(result.trace[k + 1].value, rate * result.trace[k].value)
          << geometry.ball->name() << " iteration " << k;
    }
  }
}

// h <= ||g|| R with R the size of the sublevel set: f_k - f* <= 2 beta (L + delta) zeta^2 R^2 / k.
TEST_P(Theorems, QuasarConvexUnconstrainedValueFallsLikeOneOverK) {
  const Index n = 5;
  const Vector x0 = Vector::LinSpaced(n, -1, 2);
  const double start = star_convex(n).value(x0);
  // Each term is at least |x_i| - exp(-1), for t exp(-t) <= exp(-1).
  const double radius = start + static_cast<double>(n) * std::exp(-1.0);
  for (const Geometry& geometry : geometries(n)) {
    const Result result = descend(star_convex(n), *geometry.ball, x0, options(300));
    expect_descent_and_bounded_lipschitz(result.trace, 2);
    const double c = bound_on_lipschitz(2) * geometry.zeta_squared * radius * radius;
    for (std::size_t k = 1; k < result.trace.size(); ++k) {
      EXPECT_LE(result.trace[k].value, 2 * c / static_cast<double>(k)) << geometry.ball->name();
    }
  }
}

}  // namespace
}  // namespace acgd
