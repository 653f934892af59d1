#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class L2BallOfSize : public testing::TestWithParam<Index> {};

TEST_P(L2BallOfSize, PassesChecker) { expect_passes(L2Ball(GetParam(), 0.3)); }

INSTANTIATE_TEST_SUITE_P(Sizes, L2BallOfSize, testing::Values(1, 2, 3, 8, 40),
                         testing::PrintToStringParamName());

TEST(L2Ball, PointsAgainstGradient) {
  EXPECT_EQ(linear_minimizer(L2Ball(2, 10), vec({3, -4})), vec({-6, 8}));
}

TEST(L2Ball, ZeroGradientGivesCenter) {
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

TEST(L2Ball, HasExpectedProperties) {
  const L2Ball ball(3, 2);
  EXPECT_EQ(ball.name(), "l2 ball of radius 2 in R^3");
  EXPECT_TRUE(ball.is_norm_ball());
  EXPECT_NEAR(ball.start().to_dense().norm(), 2, 1e-15);
  EXPECT_EQ(ball.violation(vec({0, 3, -4})).detail, "the l2 norm is 5, above the radius 2");
}

TEST(L2Ball, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { L2Ball(-1); }), "dimension = -1: must be at least 1");
  EXPECT_EQ(refusal([] { L2Ball(3, -1); }), "radius = -1: must be positive and finite");
}

}  // namespace
}  // namespace acgd
