#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(Hypersimplex, PassesChecker) {
  for (const Index n : {1, 2, 3, 5, 8, 40}) {
    for (const Index k : {Index{1}, Index{2}, n / 2, n - 1, n}) {
      if (k < 1 || k > n) continue;
      expect_passes(Hypersimplex(n, k, 2.5));
      expect_passes(Hypersimplex(n, k, 2.5, Relation::at_most));
    }
  }
}

TEST(Hypersimplex, LmoMatchesBestVertex) {
  for (Index n = 1; n <= 7; ++n) {
    for (Index k = 1; k <= n; ++k) {
      expect_as_good_as_vertices(Hypersimplex(n, k, 2.5), 2.5 * supports(n, k, k));
      expect_as_good_as_vertices(Hypersimplex(n, k, 2.5, Relation::at_most),
                                 2.5 * supports(n, 0, k));
    }
  }
}

TEST(Hypersimplex, SelectsSmallestGradientEntries) {
  LmoResult lmo;
  Hypersimplex(5, 2, 3).minimize(Gradient(vec({1, -5, 2, 4, 0})), lmo);
  const auto* sparse = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(sparse, nullptr);
  EXPECT_EQ(sparse->indices, (std::vector<Index>{1, 4}));
  EXPECT_EQ(sparse->values, (std::vector<double>{3, 3}));
}

TEST(Hypersimplex, TiesGoToSmallestIndex) {
  EXPECT_EQ(linear_minimizer(Hypersimplex(5, 3), vec({2, 1, 2, 0, 2})), vec({1, 1, 0, 1, 0}));
  EXPECT_EQ(linear_minimizer(Hypersimplex(4, 2), Vector::Zero(4)), vec({1, 1, 0, 0}));
}

TEST(Hypersimplex, NaNComesLast) {
  EXPECT_EQ(linear_minimizer(Hypersimplex(4, 2), vec({not_a_number, 2, infinity, 5})),
            vec({0, 1, 0, 1}));
  const Vector nothing = Vector::Constant(4, not_a_number);
  EXPECT_EQ(linear_minimizer(Hypersimplex(4, 2), nothing), vec({1, 1, 0, 0}));
}

TEST(Hypersimplex, IsSimplexForOneAndPointForAll) {
  const Vector g = vec({3, 1, -2, 1});
  EXPECT_EQ(linear_minimizer(Hypersimplex(4, 1, 2), g), linear_minimizer(Simplex(4, 2), g));
  EXPECT_EQ(linear_minimizer(Hypersimplex(4, 4, 2), g), vec({2, 2, 2, 2}));
  EXPECT_EQ(Hypersimplex(4, 1).faces().blocks[0].kind, Faces::Kind::corners);
  EXPECT_EQ(Hypersimplex(4, 2).faces().blocks[0].kind, Faces::Kind::list);
}

TEST(Hypersimplex, HasExpectedProperties) {
  const Hypersimplex set(8, 3, 0.5);
  EXPECT_EQ(set.name(), "hypersimplex of 3 times 0.5 in R^8");
  EXPECT_EQ(set.k(), 3);
  EXPECT_EQ(set.top(), 0.5);
  EXPECT_TRUE(set.is_polytope());
  EXPECT_FALSE(set.is_norm_ball());
  EXPECT_EQ(Hypersimplex(8, 3).top(), 1);
}

TEST(Hypersimplex, ReportsLargestViolation) {
  const Hypersimplex set(3, 2, 2);
  EXPECT_EQ(set.violation(vec({2, 1, 1})).distance, 0);
  EXPECT_EQ(set.violation(vec({2, 1, 1})).detail, "");
  EXPECT_EQ(set.violation(vec({2, 1, 0})).distance, 1);
  EXPECT_EQ(set.violation(vec({2, 1, 0})).detail, "the sum is 3, not 4");
  EXPECT_EQ(set.violation(vec({5, -1, 0})).distance, 3);
  EXPECT_EQ(set.violation(vec({5, -1, 0})).detail, "x[0] = 5 is outside of [0, 2]");
  EXPECT_EQ(set.violation(vec({2, 2.5, -0.5})).detail, "x[1] = 2.5 is outside of [0, 2]");
  EXPECT_EQ(set.violation(vec({2, 3, -2})).detail, "x[2] = -2 is outside of [0, 2]");
  EXPECT_FALSE(set.contains(vec({not_a_number, 2, 2})));
}

TEST(Hypersimplex, RecenterCorrectsRounding) {
  const Hypersimplex set(4, 2, 3);
  Vector x = vec({3 + 1e-15, 2, 1 + 1e-13, -1e-17});
  EXPECT_TRUE(set.recenter(x));
  EXPECT_EQ(x[0], 3);
  EXPECT_EQ(x[3], 0);
  EXPECT_NEAR(x.sum(), 6, 1e-15);
  EXPECT_FALSE(set.recenter(x));
  Vector low = vec({3, 2, 1 - 1e-13, 0});
  EXPECT_TRUE(set.recenter(low));
  EXPECT_NEAR(low.sum(), 6, 1e-15);
  EXPECT_EQ(low[0], 3);
  EXPECT_EQ(low[3], 0);
  // The first entry has room for a tenth of the difference.
  Vector nearly = vec({3 - 1e-14, 2, 1 - 9e-14, 0});
  EXPECT_TRUE(set.recenter(nearly));
  EXPECT_EQ(nearly[0], 3);
  EXPECT_NEAR(nearly.sum(), 6, 2e-15);
  Vector far = vec({3, 2, 1 + 1e-9, 0});
  EXPECT_FALSE(set.recenter(far));
  far = vec({3 + 1e-9, 2, 1 - 1e-9, 0});
  EXPECT_FALSE(set.recenter(far));
  far[1] = not_a_number;
  EXPECT_FALSE(set.recenter(far));
}

TEST(Hypersimplex, AtMostAnswersWhereTheGradientIsNegative) {
  LmoResult lmo;
  const Hypersimplex set(5, 2, 3, Relation::at_most);
  set.minimize(Gradient(vec({-1, -5, 2, -4, 0})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Sparse>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, 3, 0, 3, 0}));
  EXPECT_EQ(linear_minimizer(set, vec({1, -5, 2, 4, 0})), vec({0, 3, 0, 0, 0}));
  EXPECT_EQ(linear_minimizer(set, vec({-1, 1, -1, -1, 0})), vec({3, 0, 3, 0, 0}));
  EXPECT_EQ(linear_minimizer(set, Vector::Zero(5)), Vector::Zero(5));
  EXPECT_EQ(linear_minimizer(set, Vector::Constant(5, not_a_number)), Vector::Zero(5));
}

TEST(Hypersimplex, AtMostIsTheSimplexForOneAndABoxForAll) {
  const Vector g = vec({3, -1, -2, 1});
  EXPECT_EQ(linear_minimizer(Hypersimplex(4, 1, 2, Relation::at_most), g),
            linear_minimizer(Simplex(4, 2, Relation::at_most), g));
  EXPECT_EQ(linear_minimizer(Hypersimplex(4, 4, 2, Relation::at_most), g), vec({0, 2, 2, 0}));
  EXPECT_EQ(Hypersimplex(4, 1, 1, Relation::at_most).faces().blocks[0].kind, Faces::Kind::corners);
  EXPECT_EQ(Hypersimplex(4, 2, 1, Relation::at_most).faces().blocks[0].kind, Faces::Kind::list);
  EXPECT_EQ(Hypersimplex(4, 4, 1, Relation::at_most).faces().blocks[0].kind, Faces::Kind::box);
}

TEST(Hypersimplex, AtMostSaysWhichConstraintIsViolatedMost) {
  const Hypersimplex set(3, 2, 2, Relation::at_most);
  EXPECT_EQ(set.violation(vec({2, 1, 0})).distance, 0);
  EXPECT_EQ(set.violation(vec({2, 1, 0})).detail, "");
  EXPECT_EQ(set.violation(vec({2, 2, 1})).distance, 1);
  EXPECT_EQ(set.violation(vec({2, 2, 1})).detail, "the sum is 5, above 4");
  EXPECT_EQ(set.violation(vec({5, -1, 0})).detail, "x[0] = 5 is outside of [0, 2]");
  EXPECT_EQ(set.violation(vec({1, -4, 0})).distance, 4);
  EXPECT_EQ(set.name(), "unit hypersimplex of at most 2 times 2 in R^3");
}

TEST(Hypersimplex, AtMostPullsBackWhatRoundingCarriedOut) {
  const Hypersimplex set(4, 2, 3, Relation::at_most);
  Vector x = vec({3 + 1e-15, 2, 1 + 1e-13, -1e-17});
  EXPECT_TRUE(set.recenter(x));
  EXPECT_EQ(x[0], 3);
  EXPECT_EQ(x[3], 0);
  EXPECT_NEAR(x.sum(), 6, 1e-15);
  EXPECT_FALSE(set.recenter(x));
  Vector inside = vec({3, 1, 1 - 1e-13, 0});
  EXPECT_FALSE(set.recenter(inside));
  Vector far = vec({3, 2, 1 + 1e-9, 0});
  EXPECT_FALSE(set.recenter(far));
}

TEST(Hypersimplex, RefusesBadArguments) {
  EXPECT_EQ(refusal([] { Hypersimplex(0, 1); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Hypersimplex(3, 0); }), "k = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Hypersimplex(3, 4); }),
            "k = 4: must be at most the number of variables, 3");
  EXPECT_EQ(refusal([] { Hypersimplex(3, 2, 0); }), "top = 0: must be positive and finite");
  EXPECT_EQ(refusal([] { Hypersimplex(3, 2, infinity); }),
            "top = inf: must be positive and finite");
}

}  // namespace
}  // namespace acgd
