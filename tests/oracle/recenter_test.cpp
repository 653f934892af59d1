// Sets correct rounding errors of x, and change nothing else.
#include "acgd/acgd.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Vector recentered(const Oracle& set, Vector x) {
  const Vector before = x;
  const bool changed = set.recenter(x);
  EXPECT_EQ(changed, x != before) << set.name();
  return x;
}

TEST(Recenter, BoxUsesNearestBound) {
  const Box box(vec({0, -1, 5}), vec({1, 2, 5}));
  EXPECT_EQ(recentered(box, vec({-1e-17, 2 + 4e-16, 5 - 1e-15})), vec({0, 2, 5}));
  EXPECT_EQ(recentered(box, vec({0.5, -1, 5})), vec({0.5, -1, 5}));
}

TEST(Recenter, SimplexRemovesNegativeWeightsAndRestoresTotal) {
  const Simplex simplex(3, 2);
  const Vector x = recentered(simplex, vec({2 + 1e-13, -1e-18, 1e-13}));
  EXPECT_EQ(x[1], 0);
  EXPECT_NEAR(x.sum(), 2, 1e-15);
  EXPECT_NEAR(x[2], 1e-13, 1e-25);
  EXPECT_EQ(recentered(simplex, vec({1.5, 0.25, 0.25})), vec({1.5, 0.25, 0.25}));
}

TEST(Recenter, SimplexKeepsAnySmallerTotal) {
  const Simplex simplex(2, 2, Relation::at_most);
  EXPECT_NEAR(recentered(simplex, vec({1, 1 + 1e-13})).sum(), 2, 1e-15);
  EXPECT_EQ(recentered(simplex, vec({0.5, -1e-17})), vec({0.5, 0}));
  EXPECT_EQ(recentered(simplex, vec({0.5, 0})), vec({0.5, 0}));
}

TEST(Recenter, BallsScaleToRadius) {
  const double excess = 1 + 1e-13;
  EXPECT_NEAR(recentered(L1Ball(2, 3), excess * vec({-1, 2})).lpNorm<1>(), 3, 2e-15);
  EXPECT_NEAR(recentered(L2Ball(2, 5), excess * vec({3, -4})).norm(), 5, 2e-15);
  EXPECT_NEAR(recentered(LinfBall(2, 3), excess * vec({-3, 1})).minCoeff(), -3, 2e-15);
  const Vector cubic = recentered(LpBall(2, 3, 3), excess * vec({2, std::cbrt(19.0)}));
  EXPECT_NEAR(std::pow(cubic[0], 3) + std::pow(cubic[1], 3), 27, 2e-14);
  EXPECT_EQ(recentered(L1Ball(2, 3), vec({-1, 2})), vec({-1, 2}));
}

TEST(Recenter, ProductRecentersEachPart) {
  const Product product(Box(1, 0, 1), Simplex(2), L2Ball(1, 2));
  const Vector x = recentered(product, vec({-1e-17, 1, -1e-17, 2 + 1e-13}));
  EXPECT_EQ(x.head(3), vec({0, 1, 0}));
  EXPECT_NEAR(x[3], 2, 1e-15);
}

// A run may start outside if requested; moving x into the set would be an unrecorded step.
TEST(Recenter, LargeViolationsAreKept) {
  const std::vector<std::pair<std::shared_ptr<const Oracle>, Vector>> outside = {
      {std::make_shared<Box>(2, 0, 1), vec({1 + 1e-9, 0.5})},
      {std::make_shared<Simplex>(2), vec({1, 1e-9})},
      {std::make_shared<Simplex>(2), vec({1 + 1e-9, -1e-9})},
      {std::make_shared<Simplex>(2, 1, Relation::at_most), vec({1, 1e-9})},
      {std::make_shared<L1Ball>(2), vec({1, 1e-9})},
      {std::make_shared<L2Ball>(2), vec({not_a_number, 0})},
      {std::make_shared<LinfBall>(2), vec({infinity, 0})}};
  for (const auto& [set, x] : outside) {
    Vector same = x;
    EXPECT_FALSE(set->recenter(same)) << set->name();
  }
}

}  // namespace
}  // namespace acgd
