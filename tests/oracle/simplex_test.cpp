#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class SimplexOfSize : public testing::TestWithParam<Index> {};

TEST_P(SimplexOfSize, PassesChecker) {
  expect_passes(Simplex(GetParam(), 3));
  expect_passes(Simplex(GetParam(), 3, Relation::at_most));
}

TEST_P(SimplexOfSize, LmoMatchesBestVertex) {
  const Index n = GetParam();
  Matrix vertices = Matrix::Zero(n, n + 1);
  vertices.leftCols(n) = 3 * Matrix::Identity(n, n);
  expect_as_good_as_vertices(Simplex(n, 3), vertices.leftCols(n));
  expect_as_good_as_vertices(Simplex(n, 3, Relation::at_most), vertices);
}

INSTANTIATE_TEST_SUITE_P(Sizes, SimplexOfSize, testing::Values(1, 2, 3, 8, 40),
                         testing::PrintToStringParamName());

TEST(Simplex, ReturnsFirstSmallestCoordinate) {
  LmoResult lmo;
  Simplex(4, 2).minimize(Gradient(vec({5, 1, 1, 3})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Coordinate>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, 2, 0, 0}));
  EXPECT_EQ(linear_minimizer(Simplex(3), Vector::Zero(3)), vec({1, 0, 0}));
}

TEST(Simplex, AtMostReturnsOneCoordinateOrZero) {
  EXPECT_EQ(linear_minimizer(Simplex(4, 2, Relation::at_most), vec({5, -1, -1, 3})),
            vec({0, 2, 0, 0}));
  LmoResult lmo;
  Simplex(3, 1, Relation::at_most).minimize(Gradient(vec({2, 1, 0})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Coordinate>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), Vector::Zero(3));
}

TEST(Simplex, HasExpectedProperties) {
  const Simplex simplex(3);
  EXPECT_EQ(simplex.name(), "simplex of total 1 in R^3");
  EXPECT_FALSE(simplex.is_norm_ball());
  EXPECT_EQ(simplex.start().to_dense(), vec({1, 0, 0}));
  const Simplex at_most(3, 2, Relation::at_most);
  EXPECT_EQ(at_most.name(), "unit simplex of total at most 2 in R^3");
  EXPECT_FALSE(at_most.is_norm_ball());
  EXPECT_EQ(at_most.start().to_dense(), vec({2, 0, 0}));
}

TEST(Simplex, ReportsLargestViolation) {
  const Simplex simplex(3, 2);
  EXPECT_EQ(simplex.violation(vec({1, 0.5, 0.5})).distance, 0);
  EXPECT_EQ(simplex.violation(vec({1, 0, 0})).distance, 1);
  EXPECT_EQ(simplex.violation(vec({1, 0, 0})).detail, "the sum is 1, not 2");
  EXPECT_EQ(simplex.violation(vec({4, 0, 0})).distance, 2);
  EXPECT_EQ(simplex.violation(vec({1, -3, 4})).distance, 3);
  EXPECT_EQ(simplex.violation(vec({1, -3, 4})).detail, "x[1] = -3 is negative");
  EXPECT_FALSE(simplex.contains(vec({not_a_number, 1, 1})));
  const Simplex at_most(3, 2, Relation::at_most);
  EXPECT_EQ(at_most.violation(vec({0, 0.5, 0.5})).distance, 0);
  EXPECT_EQ(at_most.violation(vec({4, 0, 0})).detail, "the sum is 4, above 2");
  EXPECT_EQ(at_most.violation(vec({1, -3, 4})).distance, 3);
  EXPECT_EQ(at_most.violation(vec({1, -3, 4})).detail, "x[1] = -3 is negative");
}

}  // namespace
}  // namespace acgd
