#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class LinfBallOfSize : public testing::TestWithParam<Index> {};

TEST_P(LinfBallOfSize, PassesChecker) { expect_passes(LinfBall(GetParam(), 7)); }

TEST_P(LinfBallOfSize, LmoMatchesBestVertex) {
  const Index n = std::min<Index>(GetParam(), 10);
  const Vector ones = Vector::Ones(n);
  expect_as_good_as_vertices(LinfBall(n, 7), all_corners(-7 * ones, 7 * ones));
}

INSTANTIATE_TEST_SUITE_P(Sizes, LinfBallOfSize, testing::Values(1, 2, 3, 8, 40),
                         testing::PrintToStringParamName());

TEST(LinfBall, ReturnsSigns) {
  LmoResult lmo;
  LinfBall(4, 0.5).minimize(Gradient(vec({3, -2, 0, 1e-300})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Signs>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({-0.5, 0.5, 0, -0.5}));
}

TEST(LinfBall, HasExpectedProperties) {
  const LinfBall ball(4, 3);
  EXPECT_EQ(ball.name(), "linf ball of radius 3 in R^4");
  EXPECT_TRUE(ball.is_norm_ball());
  EXPECT_EQ(ball.start().to_dense(), vec({3, 3, 3, 3}));
  EXPECT_EQ(ball.violation(vec({0, 3, -4, 1})).distance, 1);
  EXPECT_EQ(ball.violation(vec({0, 3, -4, 1})).detail, "the linf norm is 4, above the radius 3");
}

TEST(LinfBall, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { LinfBall(0); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { LinfBall(3, 0); }), "radius = 0: must be positive and finite");
}

}  // namespace
}  // namespace acgd
