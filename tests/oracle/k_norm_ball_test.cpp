#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class KNormOfCount : public testing::TestWithParam<Index> {};

TEST_P(KNormOfCount, PassesChecker) {
  for (const Index n : {1, 2, 3, 5, 8, 40}) expect_passes(KNormBall(n, GetParam(), 2.5));
}

TEST_P(KNormOfCount, LmoMatchesBestVertexOfTwoBalls) {
  const Index k = GetParam();
  for (const Index n : {1, 2, 5, 7}) {
    Matrix vertices(n, 2 * n + (Index{1} << n));
    vertices << 2.5 * signed_supports(n, 1, 1),
        2.5 / static_cast<double>(k) * signed_supports(n, n, n);
    expect_as_good_as_vertices(KNormBall(n, k, 2.5), vertices);
  }
}

TEST_P(KNormOfCount, ContainsPointsWhoseLargestEntriesSumToRadius) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 50; ++round) {
    const Vector x = test_gradient(9, round % 2 == 0, random);
    Vector sizes = x.cwiseAbs();
    std::sort(sizes.begin(), sizes.end(), std::greater<>());
    const double sum = sizes.head(std::min<Index>(GetParam(), 9)).sum();
    EXPECT_NEAR(KNormBall(9, GetParam()).norm().of(x), sum, 1e-14 * sum);
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, KNormOfCount, testing::Values(1, 2, 3, 5, 100),
                         testing::PrintToStringParamName());

TEST(KNormBall, ReturnsOneCoordinateOrAllSigns) {
  const KNormBall ball(4, 2, 6);
  LmoResult lmo;
  ball.minimize(Gradient(vec({1, -9, 1, 0})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Coordinate>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, 6, 0, 0}));
  // 1 + 2 + 1 is 4, and half of that is as good as the 2 alone: a single coordinate is returned.
  ball.minimize(Gradient(vec({1, 2, 1, 0})), lmo);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, -6, 0, 0}));
  ball.minimize(Gradient(vec({1, 2, -2, 0})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Signs>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({-3, -3, 3, 0}));
  EXPECT_EQ(linear_minimizer(ball, Vector::Zero(4)), vec({6, 0, 0, 0}));
}

TEST(KNormBall, FurtherVerticesAreCoordinatesWorthHalfOfBest) {
  const KNormBall ball(5, 2, 6);
  LmoResult lmo;
  // The best has the value 6 times (4 + 4 + 3 + 2 + 1) / 2 = 7, half of which is 3.5.
  ball.minimize_several(Gradient(vec({4, 3, -4, 2, 1})), 10, lmo);
  ASSERT_EQ(lmo.other_count, 2u);
  EXPECT_EQ(lmo.others[0].to_dense(), vec({-6, 0, 0, 0, 0}));
  EXPECT_EQ(lmo.others[1].to_dense(), vec({0, 0, 6, 0, 0}));
  ball.minimize_several(Gradient(vec({4, 3, -4, 2, 1})), 1, lmo);
  EXPECT_EQ(lmo.other_count, 1u);
  KNormBall(5, 1).minimize_several(Gradient(vec({4, 3, -4, 2, 1})), 10, lmo);
  EXPECT_EQ(lmo.other_count, 0u);
}

TEST(KNormBall, IsLinfBallForOneAndL1BallForAll) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    const Vector g = test_gradient(6, false, random);
    EXPECT_EQ(linear_minimizer(KNormBall(6, 1, 3), g), linear_minimizer(LinfBall(6, 3), g));
    for (const Index k : {6, 7, 1000}) {
      EXPECT_EQ(linear_minimizer(KNormBall(6, k, 3), g), linear_minimizer(L1Ball(6, 3), g));
    }
  }
  // Six times 0.1 is not exactly 0.6 in binary; the result is one coordinate nevertheless.
  EXPECT_EQ(linear_minimizer(KNormBall(6, 6), Vector::Constant(6, -0.1)), Vector::Unit(6, 0));
  EXPECT_EQ(KNormBall(6, 1).faces().blocks[0].kind, Faces::Kind::box);
  EXPECT_EQ(KNormBall(6, 6).faces().blocks[0].kind, Faces::Kind::corners);
  EXPECT_EQ(KNormBall(6, 2).faces().blocks[0].kind, Faces::Kind::list);
}

TEST(KNormBall, HasExpectedProperties) {
  const KNormBall ball(8, 3, 2);
  EXPECT_EQ(ball.name(), "top-3 ball of radius 2 in R^8");
  EXPECT_EQ(ball.k(), 3);
  EXPECT_TRUE(ball.is_polytope());
  EXPECT_EQ(ball.violation(vec({1, 0, 0, -3, 0, 2, 1, 1})).distance, 4);
  EXPECT_EQ(ball.violation(vec({1, 0, 0, -3, 0, 2, 1, 1})).detail,
            "the top-3 norm is 6, above the radius 2");
}

TEST(KNormBall, RecenterCorrectsRounding) {
  const KNormBall ball(4, 2, 3);
  Vector x = (1 + 1e-13) * vec({1, -2, 0.5, 1});
  EXPECT_TRUE(ball.recenter(x));
  EXPECT_NEAR(x[0] - x[1], 3, 2e-15);
  EXPECT_FALSE(ball.recenter(x));
}

TEST(KNormBall, HandlesNaN) {
  for (const double bad : {not_a_number, infinity, -infinity}) {
    linear_minimizer(KNormBall(4, 2), vec({1, bad, 2, 2}));
    EXPECT_FALSE(KNormBall(4, 2).contains(vec({0, bad, 0, 0})));
    EXPECT_FALSE(std::isfinite(KNormBall(4, 2).norm().of(vec({0, bad, 0, 0}))));
  }
}

TEST(KNormBall, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { KNormBall(3, 0); }), "k = 0: must be at least 1");
  EXPECT_EQ(refusal([] { KNormBall(0, 1); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { KNormBall(3, 1, -1); }), "radius = -1: must be positive and finite");
}

}  // namespace
}  // namespace acgd
