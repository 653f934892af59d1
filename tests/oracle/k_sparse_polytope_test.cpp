#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class KSparseOfCount : public testing::TestWithParam<Index> {};

TEST_P(KSparseOfCount, PassesChecker) {
  for (const Index n : {1, 2, 3, 5, 8, 40}) expect_passes(KSparsePolytope(n, GetParam(), 2.5));
}

TEST_P(KSparseOfCount, LmoMatchesBestVertex) {
  for (const Index n : {1, 2, 5, 7}) {
    const Index k = std::min(GetParam(), n);
    expect_as_good_as_vertices(KSparsePolytope(n, GetParam(), 2.5), 2.5 * signed_supports(n, k, k));
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, KSparseOfCount, testing::Values(1, 2, 3, 5, 100),
                         testing::PrintToStringParamName());

TEST(KSparsePolytope, SelectsLargestEntries) {
  LmoResult lmo;
  KSparsePolytope(5, 2, 3).minimize(Gradient(vec({1, -5, 2, 4, 0})), lmo);
  const auto* sparse = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(sparse, nullptr);
  EXPECT_EQ(sparse->indices, (std::vector<Index>{1, 3}));
  EXPECT_EQ(sparse->values, (std::vector<double>{3, -3}));
}

TEST(KSparsePolytope, TiesGoToSmallestIndex) {
  const KSparsePolytope set(6, 3);
  EXPECT_EQ(linear_minimizer(set, vec({1, -5, 5, 1, -1, 1})), vec({-1, 1, -1, 0, 0, 0}));
  EXPECT_EQ(linear_minimizer(set, vec({0, 1, 1, -1, 1, 9})), vec({0, -1, -1, 0, 0, -1}));
}

TEST(KSparsePolytope, ZeroGradientEntriesStayZero) {
  EXPECT_EQ(linear_minimizer(KSparsePolytope(4, 3), vec({0, 2, 0, 0})), vec({0, -1, 0, 0}));
  EXPECT_EQ(linear_minimizer(KSparsePolytope(4, 3), Vector::Zero(4)), Vector::Zero(4));
}

TEST(KSparsePolytope, NaNComesLast) {
  EXPECT_EQ(linear_minimizer(KSparsePolytope(4, 2), vec({not_a_number, 2, -1, infinity})),
            vec({0, -1, 0, -1}));
}

TEST(KSparsePolytope, IsL1BallForOneAndLinfBallForAll) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    const Vector g = test_gradient(6, false, random);
    EXPECT_EQ(linear_minimizer(KSparsePolytope(6, 1, 3), g), linear_minimizer(L1Ball(6, 3), g));
    for (const Index k : {6, 7, 1000}) {
      EXPECT_EQ(linear_minimizer(KSparsePolytope(6, k, 3), g), linear_minimizer(LinfBall(6, 3), g));
    }
  }
  EXPECT_EQ(KSparsePolytope(6, 1).faces().blocks[0].kind, Faces::Kind::corners);
  EXPECT_EQ(KSparsePolytope(6, 6).faces().blocks[0].kind, Faces::Kind::box);
  EXPECT_EQ(KSparsePolytope(6, 2).faces().blocks[0].kind, Faces::Kind::list);
}

TEST(KSparsePolytope, HasExpectedProperties) {
  const KSparsePolytope set(8, 3, 2);
  EXPECT_EQ(set.name(), "3-sparse polytope of radius 2 in R^8");
  EXPECT_EQ(set.k(), 3);
  EXPECT_TRUE(set.is_polytope());
  EXPECT_EQ(set.start().to_dense(), vec({2, 2, 2, 0, 0, 0, 0, 0}));
}

TEST(KSparsePolytope, ReportsViolation) {
  const KSparsePolytope set(3, 2, 2);
  EXPECT_EQ(set.violation(vec({2, -1, 1})).distance, 0);
  EXPECT_EQ(set.violation(vec({2, -1, 1})).detail, "");
  // The sum 6 is 3 for each of the two, and 3 is above 2 by one.
  EXPECT_EQ(set.violation(vec({2, -2, 2})).distance, 1);
  EXPECT_EQ(set.violation(vec({0, -5, 0})).distance, 3);
  EXPECT_EQ(set.violation(vec({0, -5, 0})).detail, "the 2-sparse norm is 5, above the radius 2");
  EXPECT_FALSE(set.contains(vec({0, not_a_number, 0})));
}

TEST(KSparsePolytope, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { KSparsePolytope(3, 0); }), "k = 0: must be at least 1");
  EXPECT_EQ(refusal([] { KSparsePolytope(3, -2); }), "k = -2: must be at least 1");
  EXPECT_EQ(refusal([] { KSparsePolytope(0, 1); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { KSparsePolytope(3, 1, 0); }), "radius = 0: must be positive and finite");
}

}  // namespace
}  // namespace acgd
