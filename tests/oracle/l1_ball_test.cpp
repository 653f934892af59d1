#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class L1BallOfSize : public testing::TestWithParam<Index> {};

TEST_P(L1BallOfSize, PassesChecker) { expect_passes(L1Ball(GetParam(), 2.5)); }

TEST_P(L1BallOfSize, LmoMatchesBestVertex) {
  const Index n = GetParam();
  Matrix vertices(n, 2 * n);
  vertices << 2.5 * Matrix::Identity(n, n), -2.5 * Matrix::Identity(n, n);
  expect_as_good_as_vertices(L1Ball(n, 2.5), vertices);
}

INSTANTIATE_TEST_SUITE_P(Sizes, L1BallOfSize, testing::Values(1, 2, 3, 8, 40),
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

TEST(L1Ball, HasExpectedProperties) {
  const L1Ball ball(123, 50);
  EXPECT_EQ(ball.name(), "l1 ball of radius 50 in R^123");
  EXPECT_TRUE(ball.is_norm_ball());
  EXPECT_EQ(ball.start().to_dense(), 50 * Vector::Unit(123, 0));
  EXPECT_EQ(L1Ball(3).radius(), 1);
}

TEST(L1Ball, ReportsViolation) {
  const L1Ball ball(3, 2);
  EXPECT_EQ(ball.violation(vec({1, -0.5, 0.5})).distance, 0);
  EXPECT_EQ(ball.violation(vec({1, -0.5, 0.5})).detail, "");
  EXPECT_EQ(ball.violation(vec({2, -3, 1})).distance, 4);
  EXPECT_EQ(ball.violation(vec({2, -3, 1})).detail, "the l1 norm is 6, above the radius 2");
  EXPECT_FALSE(ball.contains(vec({0, not_a_number, 0})));
  EXPECT_EQ(ball.violation(vec({0, not_a_number, 0})).detail, "x[1] = nan is not a finite number");
}

TEST(L1Ball, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { L1Ball(0, 1); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { L1Ball(3, 0); }), "radius = 0: must be positive and finite");
  EXPECT_EQ(refusal([] { L1Ball(3, -2); }), "radius = -2: must be positive and finite");
  EXPECT_EQ(refusal([] { L1Ball(3, infinity); }), "radius = inf: must be positive and finite");
  EXPECT_EQ(refusal([] { L1Ball(3, not_a_number); }), "radius = nan: must be positive and finite");
  EXPECT_EQ(refusal([] { (void)L1Ball(3).violation(Vector::Zero(2)); }),
            "x: has 2 entries, must have 3, the dimension of the l1 ball of radius 1 in R^3");
  EXPECT_EQ(
      refusal([] { linear_minimizer(L1Ball(3), Vector::Zero(4)); }),
      "gradient: has 4 entries, must have 3, the dimension of the l1 ball of radius 1 in R^3");
}

}  // namespace
}  // namespace acgd
