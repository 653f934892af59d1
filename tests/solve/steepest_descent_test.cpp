// Normalized steepest descent: the set is the unit ball of the norm, X = R^n.
#include <gtest/gtest.h>

#include "acgd/core/error.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "acgd/oracle/linf_ball.hpp"
#include "acgd/oracle/simplex.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/adaptive_constant.hpp"
#include "acgd/step/continuous_greedy.hpp"
#include "acgd/step/short_step.hpp"
#include "support/problems.hpp"

namespace acgd {
namespace {

/// (x^2 + 10 y^2) / 2
Function ellipse() { return acgd_test::quadratic(Vector{{1, 10}}.asDiagonal(), Vector::Zero(2)); }

const Vector kOnes = Vector::Ones(2);

// From (1, 1) the gradient is (1, 10). l2 with L = 10: x - g / 10.
TEST(SteepestDescent, EuclideanShortStep) {
  const Result result = descend(ellipse(), L2Ball(2, 1.0), kOnes,
                                {.step = Short{.lipschitz = 10}, .max_iterations = 1});
  EXPECT_NEAR(result.x[0], 0.9, 1e-15);
  EXPECT_NEAR(result.x[1], 0, 1e-15);
}

// linf with L = 11: ||g||_1 / 11 = 1 along (-1, -1), which is the minimum.
TEST(SteepestDescent, MaximumNormShortStep) {
  const Result result =
      descend(ellipse(), LinfBall(2, 1.0), kOnes,
              {.step = Short{.lipschitz = 11}, .norm = linf_norm(), .max_iterations = 1});
  EXPECT_EQ(result.x, Vector::Zero(2).eval());
}

TEST(SteepestDescent, GapIsTheDualNormTimesTheRadius) {
  const auto first_gap = [](const Oracle& ball) {
    return descend(ellipse(), ball, kOnes, {.max_iterations = 0}).gap;
  };
  EXPECT_DOUBLE_EQ(first_gap(L1Ball(2, 1.0)), 10);
  EXPECT_DOUBLE_EQ(first_gap(L2Ball(2, 1.0)), std::sqrt(101.0));
  EXPECT_DOUBLE_EQ(first_gap(LinfBall(2, 1.0)), 11);
  EXPECT_DOUBLE_EQ(first_gap(LinfBall(2, 3.0)), 33);
}

TEST(SteepestDescent, EveryGeometryFindsTheMinimum) {
  const Index n = 8;
  const Vector q = Vector::LinSpaced(n, 1, 8);
  const Vector b = Vector::LinSpaced(n, -1, 2);
  const Vector solution = -b.cwiseQuotient(q);
  const Vector x0 = Vector::Constant(n, 5);
  const auto reaches = [&](const Oracle& ball) {
    const Result r =
        descend(acgd_test::quadratic(q.asDiagonal(), b), ball, x0, {.gap_tolerance = 1e-7});
    EXPECT_EQ(r.status, Status::gap_reached) << ball.name() << ": " << r.message;
    EXPECT_LT((r.x - solution).norm(), 1e-6) << ball.name();
  };
  reaches(L1Ball(n, 1.0));
  reaches(L2Ball(n, 1.0));
  reaches(LinfBall(n, 1.0));
  reaches(L2Ball(n, 20.0));
}

TEST(SteepestDescent, RosenbrockValleyIsFollowedToItsEnd) {
  const Result result =
      descend(acgd_test::rosenbrock(2), L2Ball(2, 1.0), Vector{{-1.2, 1.0}},
              {.step = AdaptiveConstant{}, .max_iterations = 100000, .gap_tolerance = 1e-6});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_LT((result.x - Vector::Ones(2)).norm(), 1e-5);
}

// N steps of 1/N along atoms from 0: x is the average of N atoms of the ball.
TEST(SteepestDescent, ContinuousGreedyAveragesAtoms) {
  const Result result =
      descend(acgd_test::quadratic(Matrix::Zero(3, 3), Vector{{-1, 2, -3}}), LinfBall(3, 1.0),
              Vector::Zero(3), {.step = ContinuousGreedy{}, .max_iterations = 8});
  EXPECT_EQ(result.x, (Vector{{1, -1, 1}}));
}

TEST(SteepestDescent, RefusesSetsThatAreNoBalls) {
  EXPECT_THROW(descend(ellipse(), Simplex(2), kOnes), InvalidInput);
}

}  // namespace
}  // namespace acgd
