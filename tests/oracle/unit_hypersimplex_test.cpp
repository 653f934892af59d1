#include "acgd/oracle/simplices.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(UnitHypersimplex, PassesTheChecker) {
  for (const Index n : {1, 2, 3, 5, 8, 40}) {
    for (const Index k : {Index{1}, Index{2}, n / 2, n - 1, n}) {
      if (k >= 1 && k <= n) expect_passes(UnitHypersimplex(n, k, 2.5));
    }
  }
}

TEST(UnitHypersimplex, BeatsEveryVertex) {
  for (Index n = 1; n <= 7; ++n) {
    for (Index k = 1; k <= n; ++k) {
      expect_as_good_as_vertices(UnitHypersimplex(n, k, 2.5), 2.5 * supports(n, 0, k));
    }
  }
}

TEST(UnitHypersimplex, SelectsNegativeGradientEntries) {
  LmoResult lmo;
  const UnitHypersimplex set(5, 2, 3);
  set.minimize(Gradient(vec({-1, -5, 2, -4, 0})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Sparse>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, 3, 0, 3, 0}));
  EXPECT_EQ(linear_minimizer(set, vec({1, -5, 2, 4, 0})), vec({0, 3, 0, 0, 0}));
  EXPECT_EQ(linear_minimizer(set, vec({-1, 1, -1, -1, 0})), vec({3, 0, 3, 0, 0}));
  EXPECT_EQ(linear_minimizer(set, Vector::Zero(5)), Vector::Zero(5));
  EXPECT_EQ(linear_minimizer(set, Vector::Constant(5, not_a_number)), Vector::Zero(5));
}

TEST(UnitHypersimplex, IsUnitSimplexForOneAndBoxForAll) {
  const Vector g = vec({3, -1, -2, 1});
  EXPECT_EQ(linear_minimizer(UnitHypersimplex(4, 1, 2), g), linear_minimizer(UnitSimplex(4, 2), g));
  EXPECT_EQ(linear_minimizer(UnitHypersimplex(4, 4, 2), g), vec({0, 2, 2, 0}));
  EXPECT_EQ(UnitHypersimplex(4, 1).faces().blocks[0].kind, Faces::Kind::corners);
  EXPECT_EQ(UnitHypersimplex(4, 2).faces().blocks[0].kind, Faces::Kind::list);
  EXPECT_EQ(UnitHypersimplex(4, 4).faces().blocks[0].kind, Faces::Kind::box);
}

TEST(UnitHypersimplex, SaysWhichConstraintIsViolatedMost) {
  const UnitHypersimplex set(3, 2, 2);
  EXPECT_EQ(set.violation(vec({2, 1, 0})).distance, 0);
  EXPECT_EQ(set.violation(vec({2, 1, 0})).detail, "");
  EXPECT_EQ(set.violation(vec({2, 2, 1})).distance, 1);
  EXPECT_EQ(set.violation(vec({2, 2, 1})).detail, "the sum is 5, above 4");
  EXPECT_EQ(set.violation(vec({5, -1, 0})).detail, "x[0] = 5 is outside of [0, 2]");
  EXPECT_EQ(set.violation(vec({1, -4, 0})).distance, 4);
  EXPECT_EQ(set.name(), "unit hypersimplex of at most 2 times 2 in R^3");
}

TEST(UnitHypersimplex, PullsBackWhatRoundingCarriedOut) {
  const UnitHypersimplex set(4, 2, 3);
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

TEST(UnitHypersimplex, RefusesBadArguments) {
  EXPECT_EQ(refusal([] { UnitHypersimplex(0, 1); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { UnitHypersimplex(3, 0); }), "k = 0: must be at least 1");
  EXPECT_EQ(refusal([] { UnitHypersimplex(3, 4); }),
            "k = 4: must be at most the number of variables, 3");
  EXPECT_EQ(refusal([] { UnitHypersimplex(3, 2, infinity); }),
            "top = inf: must be positive and finite");
}

}  // namespace
}  // namespace acgd
