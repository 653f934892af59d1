#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

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
}

TEST_P(LpBallOfExponent, ZeroGradientStaysInBall) {
  EXPECT_EQ(linear_minimizer(LpBall(3, GetParam().p, 2), Vector::Zero(3)), Vector::Zero(3));
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

TEST(LpBall, IsL2BallForTwo) {
  const Vector g = vec({0.3, -1.7, 2.2, 0});
  EXPECT_LE((linear_minimizer(LpBall(4, 2, 3), g) - linear_minimizer(L2Ball(4, 3), g)).norm(),
            1e-15);
}

TEST(LpBall, ApproachesL1AndLinfBalls) {
  const Vector g = vec({1, -3, 2});
  EXPECT_LE((linear_minimizer(LpBall(3, 1.001), g) - vec({0, 1, 0})).norm(), 1e-12);
  EXPECT_LE((linear_minimizer(LpBall(3, 1e12), g) - vec({-1, 1, -1})).norm(), 1e-11);
}

TEST(LpBall, HasExpectedProperties) {
  const LpBall ball(4, 1.5, 3);
  EXPECT_EQ(ball.name(), "l1.5 ball of radius 3 in R^4");
  EXPECT_EQ(ball.p(), 1.5);
}

TEST(LpBall, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { LpBall(3, 1); }), "p = 1: must be above 1 and finite");
  EXPECT_EQ(refusal([] { LpBall(3, 0.5); }), "p = 0.5: must be above 1 and finite");
  EXPECT_EQ(refusal([] { LpBall(3, infinity); }), "p = inf: must be above 1 and finite");
  EXPECT_EQ(refusal([] { LpBall(3, not_a_number); }), "p = nan: must be above 1 and finite");
  EXPECT_EQ(refusal([] { LpBall(0, 2); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { LpBall(3, 2, 0); }), "radius = 0: must be positive and finite");
}

}  // namespace
}  // namespace acgd
