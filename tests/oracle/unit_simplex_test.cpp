#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class UnitSimplexOfSize : public testing::TestWithParam<Index> {};

TEST_P(UnitSimplexOfSize, PassesTheChecker) { expect_passes(UnitSimplex(GetParam(), 3)); }

TEST_P(UnitSimplexOfSize, BeatsEveryVertex) {
  const Index n = GetParam();
  Matrix vertices = Matrix::Zero(n, n + 1);
  vertices.leftCols(n) = 3 * Matrix::Identity(n, n);
  expect_as_good_as_vertices(UnitSimplex(n, 3), vertices);
}

INSTANTIATE_TEST_SUITE_P(Sizes, UnitSimplexOfSize, testing::Values(1, 2, 3, 8, 40),
                         testing::PrintToStringParamName());

TEST(UnitSimplex, ReturnsOneCoordinateOrZero) {
  EXPECT_EQ(linear_minimizer(UnitSimplex(4, 2), vec({5, -1, -1, 3})), vec({0, 2, 0, 0}));
  LmoResult lmo;
  UnitSimplex(3).minimize(Gradient(vec({2, 1, 0})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Coordinate>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), Vector::Zero(3));
}

TEST(UnitSimplex, KnowsItself) {
  const UnitSimplex simplex(3, 2);
  EXPECT_EQ(simplex.name(), "unit simplex of total at most 2 in R^3");
  EXPECT_FALSE(simplex.is_norm_ball());
  EXPECT_EQ(simplex.start().to_dense(), vec({2, 0, 0}));
}

TEST(UnitSimplex, SaysWhichConstraintIsViolatedMost) {
  const UnitSimplex simplex(3, 2);
  EXPECT_EQ(simplex.violation(vec({0, 0.5, 0.5})).distance, 0);
  EXPECT_EQ(simplex.violation(vec({4, 0, 0})).detail, "the sum is 4, above 2");
  EXPECT_EQ(simplex.violation(vec({1, -3, 4})).distance, 3);
  EXPECT_EQ(simplex.violation(vec({1, -3, 4})).detail, "x[1] = -3 is negative");
}

TEST(UnitSimplex, RefusesBadArguments) {
  EXPECT_EQ(refusal([] { UnitSimplex(0); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { UnitSimplex(2, -1); }), "total = -1: must be positive and finite");
}

}  // namespace
}  // namespace acgd
