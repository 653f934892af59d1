#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// Ends on both sides of 0, on one side only, at 0, and two equal ends, in turn.
Diamond mixed_diamond(Index n) {
  Vector lower(n);
  Vector upper(n);
  const double lows[] = {-3, -1, 0, -0.5, 0};
  const double highs[] = {2, 0, 4, 0.5, 0};
  for (Index i = 0; i < n; ++i) {
    lower[i] = lows[i % 5];
    upper[i] = highs[i % 5];
  }
  return Diamond(lower, upper);
}

/// 0 is outside: some axes have both ends on one side of it.
Diamond diamond_without_origin(Index n) {
  Vector lower(n);
  Vector upper(n);
  const double lows[] = {1, -4, 2, 0.25};
  const double highs[] = {3, -0.5, 2, 7};
  for (Index i = 0; i < n; ++i) {
    lower[i] = lows[i % 4];
    upper[i] = highs[i % 4];
  }
  return Diamond(lower, upper);
}

Matrix ends_of(const Diamond& diamond) {
  const Index n = diamond.dimension();
  Matrix ends = Matrix::Zero(n, 2 * n);
  ends.leftCols(n).diagonal() = diamond.lower();
  ends.rightCols(n).diagonal() = diamond.upper();
  return ends;
}

class DiamondOfSize : public testing::TestWithParam<Index> {};

TEST_P(DiamondOfSize, PassesChecker) {
  expect_passes(mixed_diamond(GetParam()));
  expect_passes(diamond_without_origin(GetParam()));
  expect_passes(Diamond(Vector::Constant(GetParam(), -2), Vector::Constant(GetParam(), 2)));
}

TEST_P(DiamondOfSize, LmoMatchesBestEnd) {
  for (const Diamond& diamond : {mixed_diamond(GetParam()), diamond_without_origin(GetParam())}) {
    expect_as_good_as_vertices(diamond, ends_of(diamond));
  }
}

// The distance to the hull of the same points by another algorithm. It is Euclidean: at most that
// of the set, and at least that over sqrt(n).
TEST_P(DiamondOfSize, MembershipAgreesWithHull) {
  const Index n = GetParam();
  std::mt19937_64 random(3);
  int inside = 0;
  for (const Diamond& diamond : {mixed_diamond(n), diamond_without_origin(n)}) {
    const Matrix ends = ends_of(diamond);
    const ConvexHull hull(ends);
    for (int round = 0; round < 200; ++round) {
      Vector x = 3 * test_gradient(n, round % 2 == 0, random);
      if (round % 3 == 0) {  // between the ends, perhaps slightly outside
        Vector weights = test_gradient(2 * n, false, random).cwiseAbs();
        x = ends * weights / weights.sum() + 1e-3 * (round % 2) * x;
      }
      const double distance = hull.violation(x).distance;
      const double ours = diamond.violation(x).distance;
      EXPECT_LE(distance, ours + 1e-12) << x.transpose();
      EXPECT_LE(ours, std::sqrt(static_cast<double>(n)) * distance + 1e-12) << x.transpose();
      if (ours < 1e-12) ++inside;
    }
  }
  EXPECT_GT(inside, 20);
}

INSTANTIATE_TEST_SUITE_P(Sizes, DiamondOfSize, testing::Values(1, 2, 3, 4, 8, 20),
                         testing::PrintToStringParamName());

TEST(Diamond, ReturnsFirstBestEnd) {
  const Diamond diamond(vec({-1, -2, 1}), vec({3, 2, 4}));
  LmoResult lmo;
  diamond.minimize(Gradient(vec({-2, 3, 1})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Coordinate>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({3, 0, 0}));  // -6, -6 and 1
  EXPECT_EQ(linear_minimizer(diamond, vec({1, 3, 1})), vec({0, -2, 0}));
  EXPECT_EQ(linear_minimizer(diamond, vec({0, 0, -1})), vec({0, 0, 4}));
  EXPECT_TRUE(diamond.contains(linear_minimizer(diamond, Vector::Zero(3))));
}

TEST(Diamond, DistanceUsesCheapestAxes) {
  const Diamond diamond(vec({-1, -10}), vec({1, 10}));
  EXPECT_EQ(diamond.violation(vec({0.5, 5})).distance, 0);
  EXPECT_EQ(diamond.violation(vec({0.5, 5})).detail, "");
  // The weights are 1 and 1; removing the first costs 1, the second would cost 10.
  EXPECT_NEAR(diamond.violation(vec({-1, 10})).distance, 1, 1e-15);
  EXPECT_EQ(diamond.violation(vec({-1, 10})).detail,
            "it is made of points with weights that sum to 2, above 1; the nearest point is 1 away "
            "in the l1 norm");
  EXPECT_NEAR(diamond.violation(vec({2, 20})).distance, 12, 1e-14);
  // 0 is at distance 1 from the segment between (1, 0) and (0, 3).
  const Diamond segment(vec({1, 3}), vec({1, 3}));
  EXPECT_NEAR(segment.violation(vec({0, 0})).distance, 1, 1e-15);
  EXPECT_EQ(segment.violation(vec({0, 0})).detail,
            "it is made of points with weights that sum to 0, below 1; the nearest point is 1 away "
            "in the l1 norm");
  EXPECT_NEAR(segment.violation(vec({1, -2})).distance, 2, 1e-15);
  EXPECT_EQ(segment.violation(vec({1, -2})).detail,
            "entries of a sign that no point has; the nearest point is 2 away in the l1 norm");
  EXPECT_FALSE(segment.contains(vec({0, infinity})));
}

TEST(Diamond, RoundingOnTinyAxisIsNotFarOutside) {
  const Diamond diamond(vec({-1, -1e-20}), vec({1, 1e-20}));
  EXPECT_LE(diamond.violation(vec({0.5, 1e-17})).distance, 1e-17);
}

TEST(Diamond, FurtherVerticesAreOnOtherAxes) {
  const Diamond diamond(Vector::Constant(4, -1), vec({1, 2, 1, 0}));
  LmoResult lmo;
  diamond.minimize_several(Gradient(vec({8, -4.5, 1, -9})), 10, lmo);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, 2, 0, 0}));
  // -8, -9, -1 and 0: halfway from -9 to the mean, -4.5, is -6.75.
  ASSERT_EQ(lmo.other_count, 1u);
  EXPECT_EQ(lmo.others[0].to_dense(), vec({-1, 0, 0, 0}));
}

TEST(Diamond, IsWeightedL1BallWhenSymmetricWithInterior) {
  EXPECT_TRUE(Diamond(vec({-1, -2}), vec({1, 2})).is_norm_ball());
  EXPECT_FALSE(Diamond(vec({-1, -2}), vec({1, 3})).is_norm_ball());
  EXPECT_FALSE(Diamond(vec({-1, 0}), vec({1, 0})).is_norm_ball());
  std::mt19937_64 random(2);
  const Vector threes = Vector::Constant(6, 3);
  for (int round = 0; round < 50; ++round) {
    const Vector g = test_gradient(6, round % 2 == 0, random);
    EXPECT_EQ(linear_minimizer(Diamond(-threes, threes), g), linear_minimizer(L1Ball(6, 3), g));
  }
}

TEST(Diamond, HasExpectedProperties) {
  const Diamond diamond(vec({-1, 0}), vec({1, 3}));
  EXPECT_EQ(diamond.name(), "diamond with points from -1 to 3 in R^2");
  EXPECT_TRUE(diamond.is_polytope());
}

TEST(Diamond, RejectsBadArguments) {
  EXPECT_EQ(refusal([] {
              Diamond(vec({0, 2}), vec({1, 1}));
            }),
            "lower[1] = 2: must be at most upper[1] = 1");
  EXPECT_EQ(refusal([] {
              Diamond(vec({0, not_a_number}), vec({1, 1}));
            }),
            "lower[1] = nan: must be finite");
  EXPECT_EQ(refusal([] {
              Diamond(vec({0, 0}), vec({infinity, 1}));
            }),
            "upper[0] = inf: must be finite");
  EXPECT_EQ(refusal([] {
              Diamond(vec({0, 0}), vec({1}));
            }),
            "upper: has 1 entries, must have as many as lower, 2");
  EXPECT_EQ(refusal([] { Diamond(Vector(), Vector()); }), "size of lower = 0: must be at least 1");
}

}  // namespace
}  // namespace acgd
