// Balls of the lp norms.
#include "acgd/oracle/balls.hpp"

#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class BallsOfSize : public testing::TestWithParam<Index> {};

TEST_P(BallsOfSize, PassChecker) {
  expect_passes(L1Ball(GetParam(), 2.5));
  expect_passes(L2Ball(GetParam(), 0.3));
  expect_passes(LinfBall(GetParam(), 7));
}

TEST_P(BallsOfSize, LmoMatchesBestVertex) {
  const Index n = GetParam(), few = std::min<Index>(n, 10);
  Matrix vertices(n, 2 * n);
  vertices << 2.5 * Matrix::Identity(n, n), -2.5 * Matrix::Identity(n, n);
  expect_as_good_as_vertices(L1Ball(n, 2.5), vertices);
  const Vector ones = Vector::Ones(few);
  expect_as_good_as_vertices(LinfBall(few, 7), all_corners(-7 * ones, 7 * ones));
}

INSTANTIATE_TEST_SUITE_P(Sizes, BallsOfSize, testing::Values(1, 2, 3, 8, 40),
                         testing::PrintToStringParamName());

TEST(L1Ball, ReturnsOneCoordinate) {
  LmoResult lmo;
  L1Ball(4, 3).minimize(Gradient(vec({1, -5, 2, 4})), lmo);
  const auto* coordinate = lmo.atom.as<Atom::Coordinate>();
  ASSERT_NE(coordinate, nullptr);
  EXPECT_EQ(coordinate->index, 1);
  EXPECT_EQ(coordinate->value, 3);
}

TEST(L1Ball, TiesGoToSmallestIndex) {
  EXPECT_EQ(linear_minimizer(L1Ball(4), vec({1, -5, 5, 5})), vec({0, 1, 0, 0}));
  EXPECT_EQ(linear_minimizer(L1Ball(4), vec({1, 5, -5, 5})), vec({0, -1, 0, 0}));
}

TEST(L1Ball, HandlesExtremeGradients) {
  EXPECT_EQ(linear_minimizer(L1Ball(2), vec({1e-300, -3e-300})), vec({0, 1}));
  EXPECT_EQ(linear_minimizer(L1Ball(2), vec({-1e300, 3e300})), vec({0, -1}));
}

TEST(L2Ball, PointsAgainstGradient) {
  EXPECT_EQ(linear_minimizer(L2Ball(2, 10), vec({3, -4})), vec({-6, 8}));
  EXPECT_EQ(linear_minimizer(L2Ball(3, 2), Vector::Zero(3)), Vector::Zero(3));
}

TEST(L2Ball, HandlesExtremeGradients) {
  for (const double size : {1e-323, 1e-310, 1e-300, 1e-160, 1e160, 1e300, 1e307}) {
    const Vector v = linear_minimizer(L2Ball(2, 5), vec({3 * size, -3 * size}));
    EXPECT_NEAR(v[0], -5 / std::sqrt(2), 1e-14) << size;
    EXPECT_NEAR(v[1], 5 / std::sqrt(2), 1e-14) << size;
  }
  const Vector huge = linear_minimizer(L2Ball(2, 1e300), vec({1e-300, 0}));
  EXPECT_EQ(huge, vec({-1e300, 0}));
}

TEST(LinfBall, ReturnsSigns) {
  LmoResult lmo;
  LinfBall(4, 0.5).minimize(Gradient(vec({3, -2, 0, 1e-300})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Signs>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({-0.5, 0.5, 0, -0.5}));
}

struct LpCase {
  const char* label;
  double p;
};

class LpBallOfExponent : public testing::TestWithParam<LpCase> {};

TEST_P(LpBallOfExponent, PassesChecker) {
  for (const Index n : {1, 2, 5, 20}) expect_passes(LpBall(n, GetParam().p, 1.5));
}

TEST_P(LpBallOfExponent, StaysInBallForExtremeGradients) {
  const LpBall ball(3, GetParam().p, 2);
  for (const double size : {1e-323, 1e-300, 1e-150, 1.0, 1e150, 1e300}) {
    const Vector g = size * vec({1, -0.5, 0.25});
    const Vector v = linear_minimizer(ball, g);
    EXPECT_TRUE(v.allFinite()) << size;
    EXPECT_LE(ball.norm().of(v), 2 * (1 + 1e-15)) << size;
    EXPECT_GE(ball.norm().of(v), 2 * (1 - 1e-15)) << size;
    EXPECT_LT(v[0], 0) << size;
    EXPECT_GE(v[1], 0) << size;
  }
  const Vector mixed = linear_minimizer(ball, vec({1e300, -1e-300, 0}));
  EXPECT_LE(ball.norm().of(mixed), 2 * (1 + 1e-15));
  EXPECT_EQ(mixed[2], 0);
  EXPECT_EQ(linear_minimizer(ball, Vector::Zero(3)), Vector::Zero(3));
}

INSTANTIATE_TEST_SUITE_P(Exponents, LpBallOfExponent,
                         testing::Values(LpCase{"JustAboveOne", 1 + 1e-12},
                                         LpCase{"NearOne", 1.001}, LpCase{"ThreeHalves", 1.5},
                                         LpCase{"Two", 2}, LpCase{"Three", 3}, LpCase{"Fifty", 50},
                                         LpCase{"Huge", 1e12}),
                         [](const auto& test) { return test.param.label; });

TEST(LpBall, AgreesWithHandComputation) {
  // p = 3/2, q = 3: v = -g |g| / ||g||_3^2, and ||(1, 2, 2)||_3^3 = 17.
  const Vector v = linear_minimizer(LpBall(3, 1.5), vec({1, -2, 2}));
  const double divisor = std::pow(17, 2.0 / 3);
  EXPECT_NEAR(v[0], -1 / divisor, 1e-15);
  EXPECT_NEAR(v[1], 4 / divisor, 1e-15);
  EXPECT_NEAR(v[2], -4 / divisor, 1e-15);
}

TEST(LpBall, HasL1L2AndLinfBallAsLimits) {
  const Vector g = vec({1, -3, 2});
  EXPECT_LE((linear_minimizer(LpBall(3, 1.001), g) - vec({0, 1, 0})).norm(), 1e-12);
  EXPECT_LE((linear_minimizer(LpBall(3, 2, 3), g) - linear_minimizer(L2Ball(3, 3), g)).norm(),
            1e-15);
  EXPECT_LE((linear_minimizer(LpBall(3, 1e12), g) - vec({-1, 1, -1})).norm(), 1e-11);
}

TEST(Balls, HaveExpectedProperties) {
  EXPECT_EQ(L1Ball(123, 50).name(), "l1 ball of radius 50 in R^123");
  EXPECT_EQ(L2Ball(3, 2).name(), "l2 ball of radius 2 in R^3");
  EXPECT_EQ(LinfBall(4, 3).name(), "linf ball of radius 3 in R^4");
  EXPECT_EQ(LpBall(4, 1.5, 3).name(), "l1.5 ball of radius 3 in R^4");
  EXPECT_EQ(LpBall(4, 1.5, 3).p(), 1.5);
  EXPECT_TRUE(L1Ball(3).is_norm_ball());
  EXPECT_EQ(L1Ball(3).radius(), 1);
  EXPECT_EQ(L1Ball(3, 50).start().to_dense(), vec({50, 0, 0}));
  EXPECT_EQ(LinfBall(2, 3).start().to_dense(), vec({3, 3}));
}

TEST(Balls, ReportViolation) {
  const L1Ball ball(3, 2);
  EXPECT_EQ(ball.violation(vec({1, -0.5, 0.5})).distance, 0);
  EXPECT_EQ(ball.violation(vec({1, -0.5, 0.5})).detail, "");
  EXPECT_EQ(ball.violation(vec({2, -3, 1})).distance, 4);
  EXPECT_EQ(ball.violation(vec({2, -3, 1})).detail, "the l1 norm is 6, above the radius 2");
  EXPECT_FALSE(ball.contains(vec({0, not_a_number, 0})));
  EXPECT_EQ(ball.violation(vec({0, not_a_number, 0})).detail, "x[1] = nan is not a finite number");
  EXPECT_EQ(L2Ball(3, 2).violation(vec({0, 3, -4})).detail, "the l2 norm is 5, above the radius 2");
  EXPECT_EQ(LinfBall(4, 3).violation(vec({0, 3, -4, 1})).distance, 1);
}

// KnownSets tests the ranges of parameters.
TEST(Balls, RejectVectorsOfOtherSize) {
  EXPECT_EQ(refusal([] { (void)L1Ball(3).violation(Vector::Zero(2)); }),
            "x: has 2 entries, must have 3, the dimension of the l1 ball of radius 1 in R^3");
  EXPECT_EQ(
      refusal([] { linear_minimizer(L1Ball(3), Vector::Zero(4)); }),
      "gradient: has 4 entries, must have 3, the dimension of the l1 ball of radius 1 in R^3");
}

}  // namespace
}  // namespace acgd
