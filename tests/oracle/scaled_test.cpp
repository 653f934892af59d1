#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/inexact_interval.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(Scaled, PassesChecker) {
  expect_passes(Scaled(Simplex(4), 2.5));
  expect_passes(Scaled(L1Ball(1, 3), 0.25));
  expect_passes(Scaled(Simplex(3, 1, Relation::at_most), 7));
  expect_passes(Scaled(Box(vec({-1, 0, 2}), vec({1, 3, 2})), 0.5));
  expect_passes(Scaled(LinfBall(3), 3));
  expect_passes(Scaled(NuclearBall(3, 2, 1.5), 4));
  expect_passes(Scaled(Product(Simplex(3), Box(2, -1, 1), NuclearBall(2, 2, 1)), 3));
  expect_passes(Scaled(Scaled(Simplex(3), 2), 0.5));
}

TEST(Scaled, LmoMatchesBestVertex) {
  const Vector lower = vec({-1, 0, 2}), upper = vec({1, 3, 5});
  expect_as_good_as_vertices(Scaled(Box(lower, upper), 4), 4 * all_corners(lower, upper));
}

TEST(Scaled, IsBallOfScaledRadius) {
  const Scaled scaled(L1Ball(4, 3), 2);
  const L1Ball ball(4, 6);
  std::mt19937_64 random(3);
  for (int i = 0; i < 100; ++i) {
    const Vector g = test_gradient(4, i % 2 == 0, random);
    EXPECT_EQ(linear_minimizer(scaled, g), linear_minimizer(ball, g));
    EXPECT_NEAR(scaled.violation(5 * g).distance, ball.violation(5 * g).distance, 1e-13);
  }
  EXPECT_TRUE(scaled.is_norm_ball());
  EXPECT_TRUE(scaled.is_polytope());
  EXPECT_EQ(scaled.faces().blocks, ball.faces().blocks);
  EXPECT_EQ(scaled.start().to_dense(), ball.start().to_dense());
}

TEST(Scaled, PreservesShapesOfAtoms) {
  LmoResult lmo;
  Scaled(L1Ball(3), 2).minimize(Gradient(vec({1, -3, 2})), lmo);
  EXPECT_NE(lmo.atom.as<Atom::Coordinate>(), nullptr);
  LmoResult signs;
  Scaled(LinfBall(3), 2).minimize(Gradient(vec({1, -3, 0})), signs);
  EXPECT_NE(signs.atom.as<Atom::Signs>(), nullptr);
  EXPECT_EQ(signs.atom.to_dense(), vec({-2, 2, 0}));
  LmoResult pair;
  const Scaled nuclear(NuclearBall(2, 2, 1), 3);
  nuclear.minimize(Gradient(vec({1, 0, 0, 0})), pair);
  EXPECT_NE(pair.atom.as<Atom::RankOne>(), nullptr);
  EXPECT_TRUE(nuclear.accepts_sparse_gradients());
  EXPECT_NEAR(nuclear.violation_of(pair.atom).distance, 0, 1e-12);
}

TEST(Scaled, GivesFurtherVerticesOfSet) {
  LmoResult scaled, plain;
  const Gradient g(vec({-3, 2.5, -2, 0.1}));
  Scaled(L1Ball(4), 2).minimize_several(g, 2, scaled);
  L1Ball(4, 2).minimize_several(g, 2, plain);
  ASSERT_EQ(scaled.other_count, 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(scaled.others[i].to_dense(), plain.others[i].to_dense());
  }
}

TEST(Scaled, ConvertsAccuracyAndErrorToUnitsOfSet) {
  LmoResult lmo;
  lmo.accuracy = 6;
  Scaled(InexactInterval(), 10).minimize(Gradient(vec({2})), lmo);
  // The interval may be off by 0.6, and is: at -1 + 0.3.
  EXPECT_NEAR(lmo.error, 6, 1e-14);
  EXPECT_NEAR(lmo.atom.to_dense()[0], -7, 1e-14);
}

TEST(Scaled, ReportsViolation) {
  const Scaled scaled(Box(2, 0, 1), 4);
  EXPECT_EQ(scaled.name(), "4 times the box with bounds from 0 to 1 in R^2");
  EXPECT_EQ(scaled.violation(vec({1, 4})).distance, 0);
  EXPECT_EQ(scaled.violation(vec({1, 6})).distance, 2);
  EXPECT_EQ(scaled.violation(vec({1, 6})).detail, "of x / 4: x[1] = 1.5 is above 1");
  EXPECT_EQ(scaled.violation(vec({1, not_a_number})).detail, "x[1] = nan is not a finite number");
}

TEST(Scaled, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { Scaled(Simplex(2), 0); }), "factor = 0: must be positive and finite");
  EXPECT_EQ(refusal([] { Scaled(Simplex(2), -1); }), "factor = -1: must be positive and finite");
  EXPECT_EQ(refusal([] { Scaled(Simplex(2), not_a_number); }),
            "factor = nan: must be positive and finite");
  EXPECT_EQ(refusal([] { Scaled(std::shared_ptr<const Oracle>(), 1); }),
            "set = null: must be a set");
}

}  // namespace
}  // namespace acgd
