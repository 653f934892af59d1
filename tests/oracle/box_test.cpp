#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// Intervals left of 0, right of 0, around 0, and a single point, in turn.
Box mixed_box(Index n) {
  Vector lower(n);
  Vector upper(n);
  const double lows[] = {-3, 1, -0.5, 2};
  const double highs[] = {-1, 4, 0.25, 2};
  for (Index i = 0; i < n; ++i) {
    lower[i] = lows[i % 4];
    upper[i] = highs[i % 4];
  }
  return Box(lower, upper);
}

class BoxOfSize : public testing::TestWithParam<Index> {};

TEST_P(BoxOfSize, PassesChecker) {
  expect_passes(mixed_box(GetParam()));
  expect_passes(Box(GetParam(), -2, 2));
  expect_passes(Box(GetParam(), 1e6, 1e6 + 1));
}

TEST_P(BoxOfSize, LmoMatchesBestCorner) {
  const Box box = mixed_box(std::min<Index>(GetParam(), 10));
  expect_as_good_as_vertices(box, all_corners(box.lower(), box.upper()));
}

INSTANTIATE_TEST_SUITE_P(Sizes, BoxOfSize, testing::Values(1, 2, 3, 4, 8, 40),
                         testing::PrintToStringParamName());

TEST(Box, ZeroComponentsGivePointNearestToZero) {
  EXPECT_EQ(linear_minimizer(mixed_box(4), Vector::Zero(4)), vec({-1, 1, 0, 2}));
  EXPECT_EQ(linear_minimizer(mixed_box(4), vec({1, 0, -1, 0})), vec({-3, 1, 0.25, 2}));
}

TEST(Box, HasExpectedProperties) {
  const Box box(vec({0, -1}), vec({3, 3}));
  EXPECT_EQ(box.name(), "box with bounds from -1 to 3 in R^2");
  EXPECT_EQ(box.start().to_dense(), vec({3, 3}));
}

TEST(Box, IsNormBallWhenSymmetricWithInterior) {
  EXPECT_TRUE(Box(3, -1, 1).is_norm_ball());
  EXPECT_TRUE(Box(vec({-1, -2}), vec({1, 2})).is_norm_ball());
  EXPECT_FALSE(Box(vec({-1, -2}), vec({1, 3})).is_norm_ball());
  EXPECT_FALSE(Box(vec({-1, 0}), vec({1, 0})).is_norm_ball());
}

TEST(Box, ReportsLargestViolation) {
  const Box box(vec({0, -1}), vec({3, 3}));
  EXPECT_EQ(box.violation(vec({3, -1})).distance, 0);
  EXPECT_EQ(box.violation(vec({-2, 4})).distance, 2);
  EXPECT_EQ(box.violation(vec({-2, 4})).detail, "x[0] = -2 is below 0");
  EXPECT_EQ(box.violation(vec({-2, 7})).detail, "x[1] = 7 is above 3");
  EXPECT_FALSE(box.contains(vec({0, infinity})));
}

TEST(Box, RejectsBadArguments) {
  EXPECT_EQ(refusal([] {
              Box(vec({0, 2}), vec({1, 1}));
            }),
            "lower[1] = 2: must be at most upper[1] = 1");
  EXPECT_EQ(refusal([] {
              Box(vec({0, not_a_number}), vec({1, 1}));
            }),
            "lower[1] = nan: must be finite");
  EXPECT_EQ(refusal([] {
              Box(vec({0, 0}), vec({infinity, 1}));
            }),
            "upper[0] = inf: must be finite");
  EXPECT_EQ(refusal([] {
              Box(vec({0, 0}), vec({1}));
            }),
            "upper: has 1 entries, must have as many as lower, 2");
  EXPECT_EQ(refusal([] { Box(Vector(), Vector()); }), "size of lower = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Box(0, 0.0, 1.0); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Box(2, 3.0, 1.0); }), "lower[0] = 3: must be at most upper[0] = 1");
}

}  // namespace
}  // namespace acgd
