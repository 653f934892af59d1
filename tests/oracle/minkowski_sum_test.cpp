#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/inexact_interval.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(MinkowskiSum, PassesChecker) {
  expect_passes(MinkowskiSum(Simplex(4), L1Ball(4, 2)));
  expect_passes(MinkowskiSum(LinfBall(3), L2Ball(3, 0.1), Simplex(3)));
  expect_passes(MinkowskiSum(L1Ball(1), L1Ball(1)));
  expect_passes(MinkowskiSum(NuclearBall(3, 2, 1), LinfBall(6)));
}

TEST(MinkowskiSum, LmoMatchesBestSumOfVertices) {
  const Matrix corners = all_corners(vec({-1, 0, 2}), vec({1, 3, 5}));
  Matrix vertices(3, 3 * corners.cols());
  for (Index i = 0; i < 3; ++i) {
    vertices.middleCols(i * corners.cols(), corners.cols()) =
        corners.colwise() + 2 * Vector::Unit(3, i);
  }
  expect_as_good_as_vertices(MinkowskiSum(Simplex(3, 2), Box(vec({-1, 0, 2}), vec({1, 3, 5}))),
                             vertices);
}

TEST(MinkowskiSum, OfBallsOfOneNormIsBallOfSummedRadii) {
  const MinkowskiSum sum(L1Ball(3, 2), L1Ball(3, 1));
  std::mt19937_64 random(5);
  for (int i = 0; i < 50; ++i) {
    const Vector g = test_gradient(3, i % 2 == 0, random);
    EXPECT_EQ(linear_minimizer(sum, g), linear_minimizer(L1Ball(3, 3), g));
  }
  EXPECT_TRUE(sum.is_norm_ball());
  EXPECT_TRUE(sum.is_polytope());
  EXPECT_EQ(sum.start().to_dense(), vec({3, 0, 0}));
}

TEST(MinkowskiSum, KeepsSparseAtoms) {
  LmoResult lmo;
  MinkowskiSum(L1Ball(5), Simplex(5)).minimize(Gradient(vec({0, 4, 1, 1, -3})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Sparse>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, -1, 0, 0, 1}));
}

TEST(MinkowskiSum, SplitsAccuracyAndSumsErrors) {
  const MinkowskiSum sum{InexactInterval(), InexactInterval()};
  LmoResult lmo;
  lmo.accuracy = 0.5;
  sum.minimize(Gradient(vec({2})), lmo);
  EXPECT_EQ(lmo.error, 0.5);
  EXPECT_NEAR(lmo.atom.dot(vec({2})), -4 + 0.5, 1e-15);
}

TEST(MinkowskiSum, HasExpectedProperties) {
  const MinkowskiSum sum(Simplex(2), L2Ball(2));
  EXPECT_EQ(sum.name(), "sum of 2 sets: " + Simplex(2).name() + " + " + L2Ball(2).name());
  EXPECT_FALSE(sum.is_norm_ball());
  EXPECT_FALSE(sum.is_polytope());
  EXPECT_TRUE(std::isnan(sum.violation(vec({9, 9})).distance));
  EXPECT_EQ(sum.violation(vec({9, infinity})).distance, infinity);
}

TEST(MinkowskiSum, RejectsBadArguments) {
  using Sets = std::vector<std::shared_ptr<const Oracle>>;
  EXPECT_EQ(refusal([] { MinkowskiSum(Sets{}); }), "number of parts = 0: must be at least 1");
  EXPECT_EQ(refusal([] {
              MinkowskiSum(Sets{std::make_shared<L1Ball>(1), nullptr});
            }),
            "parts[1] = null: must be a set");
  EXPECT_EQ(refusal([] { MinkowskiSum(Simplex(2), L1Ball(3)); }),
            "parts[1]: the l1 ball of radius 1 in R^3 has dimension 3, must have 2 like parts[0]");
}

}  // namespace
}  // namespace acgd
