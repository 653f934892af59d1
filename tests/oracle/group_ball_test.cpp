#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using GroupLists = std::vector<std::vector<Index>>;

const std::vector<GroupLists>& group_examples() {
  static const std::vector<GroupLists> lists = {{{0}},
                                                {{1, 0}},
                                                {{0}, {1}},
                                                {{2, 0}, {1, 3}},
                                                {{5}, {0, 1, 2, 3, 4}, {6, 7}},
                                                {{0, 1}, {1, 2}, {2, 3}},
                                                {{0, 1, 2, 3}, {1, 2}, {3, 4}}};
  return lists;
}

TEST(GroupBall, PassesChecker) {
  for (const GroupLists& lists : group_examples()) {
    expect_passes(GroupBall(Groups(lists), WithinGroup::l2, 2.5));
    expect_passes(GroupBall(Groups(lists), WithinGroup::linf, 2.5));
  }
}

TEST(GroupBall, LmoMatchesBestVertexOfEachGroupsCube) {
  for (const GroupLists& lists : group_examples()) {
    const GroupBall ball(Groups(lists), WithinGroup::linf, 2.5);
    std::mt19937_64 random(7);
    for (int round = 0; round < 100; ++round) {
      const Vector g = test_gradient(ball.dimension(), round % 2 == 0, random);
      double best = infinity;
      for (const auto& members : lists) {
        Vector corner = Vector::Zero(ball.dimension());
        for (unsigned code = 0; code < (1u << members.size()); ++code) {
          for (std::size_t k = 0; k < members.size(); ++k) {
            corner[members[k]] = (code >> k) & 1u ? 2.5 : -2.5;
          }
          best = std::min(best, corner.dot(g));
        }
      }
      EXPECT_NEAR(linear_minimizer(ball, g).dot(g), best, 1e-12);
    }
  }
}

TEST(GroupBall, VertexIsInGroupOfLargestNorm) {
  const GroupBall ball(Groups(GroupLists{{0, 1}, {2, 3}, {4}}), WithinGroup::l2, 10);
  LmoResult lmo;
  ball.minimize(Gradient(vec({2, 2, 3, -4, 4.5})), lmo);
  const auto* sparse = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(sparse, nullptr);
  EXPECT_EQ(sparse->indices, (std::vector<Index>{2, 3}));
  EXPECT_NEAR(sparse->values[0], -6, 1e-14);
  EXPECT_NEAR(sparse->values[1], 8, 1e-14);
  const GroupBall cube(Groups(GroupLists{{0, 1}, {2, 3}, {4}}), WithinGroup::linf, 10);
  EXPECT_EQ(linear_minimizer(cube, vec({3, 3, 0, -5, 5.5})), vec({-10, -10, 0, 0, 0}));
}

TEST(GroupBall, TiesGoToFirstGroup) {
  const GroupBall ball(Groups(GroupLists{{3, 2}, {0, 1}}), WithinGroup::linf, 1);
  EXPECT_EQ(linear_minimizer(ball, vec({1, 2, 2, -1})), vec({0, 0, -1, 1}));
  EXPECT_EQ(linear_minimizer(ball, Vector::Zero(4)), Vector::Zero(4));
}

TEST(GroupBall, FurtherVerticesAreInGroupsWorthHalfOfBest) {
  const GroupBall ball(Groups(GroupLists{{0, 1}, {2, 3}, {4}, {5}}), WithinGroup::l2, 5);
  LmoResult lmo;
  ball.minimize_several(Gradient(vec({3, 4, 6, 8, 7, 5})), 10, lmo);
  ASSERT_EQ(lmo.other_count, 1u);
  EXPECT_EQ(lmo.others[0].to_dense(), vec({0, 0, 0, 0, -5, 0}));
  ball.minimize_several(Gradient(vec({3, 4, 3, -4, 3, 1})), 10, lmo);
  ASSERT_EQ(lmo.other_count, 2u);
  EXPECT_LE((lmo.others[0].to_dense() - vec({0, 0, -3, 4, 0, 0})).norm(), 1e-14);
  EXPECT_EQ(lmo.others[1].to_dense(), vec({0, 0, 0, 0, -5, 0}));
}

TEST(GroupBall, FurtherVerticesOfOverlappingGroupsAreUnique) {
  const GroupBall ball(Groups(GroupLists{{0, 1}, {1, 2}, {1, 3}, {4}}), WithinGroup::linf, 1);
  LmoResult lmo;
  ball.minimize_several(Gradient(vec({0, 1, 0, 0, 1})), 10, lmo);
  EXPECT_EQ(lmo.atom.to_dense(), vec({0, -1, 0, 0, 0}));
  ASSERT_EQ(lmo.other_count, 1u);
  EXPECT_EQ(lmo.others[0].to_dense(), vec({0, 0, 0, 0, -1}));
}

TEST(GroupBall, IsVectorBallForOneGroupAndForGroupsOfOne) {
  std::mt19937_64 random(2);
  const Groups one(GroupLists{{0, 1, 2, 3, 4, 5}}), each(GroupLists{{0}, {1}, {2}, {3}, {4}, {5}});
  for (int round = 0; round < 50; ++round) {
    const Vector g = test_gradient(6, false, random);
    for (const WithinGroup within : {WithinGroup::l2, WithinGroup::linf}) {
      EXPECT_LE(
          (linear_minimizer(GroupBall(each, within, 3), g) - linear_minimizer(L1Ball(6, 3), g))
              .norm(),
          1e-14);
    }
    EXPECT_LE((linear_minimizer(GroupBall(one, WithinGroup::l2, 3), g) -
               linear_minimizer(L2Ball(6, 3), g))
                  .norm(),
              1e-14);
    EXPECT_EQ(linear_minimizer(GroupBall(one, WithinGroup::linf, 3), g),
              linear_minimizer(LinfBall(6, 3), g));
  }
}

TEST(GroupBall, HandlesExtremeGradients) {
  const GroupBall ball(Groups(GroupLists{{0, 1}, {2}}));
  for (const double size : {1e-310, 1e-200, 1e200, 1e300}) {
    const Vector v = linear_minimizer(ball, size * vec({3, 4, 1}));
    EXPECT_LE((v - vec({-0.6, -0.8, 0})).norm(), 1e-12) << size;
  }
  for (const double bad : {not_a_number, infinity, -infinity}) {
    linear_minimizer(ball, vec({1, bad, 2}));
    EXPECT_FALSE(ball.contains(vec({0, bad, 0})));
  }
}

TEST(GroupBall, HasExpectedProperties) {
  const GroupBall ball(Groups(GroupLists{{0, 1}, {2}}), WithinGroup::l2, 2);
  EXPECT_EQ(ball.name(), "group l2 ball of radius 2 of 2 groups in R^3");
  EXPECT_FALSE(ball.is_polytope());
  EXPECT_EQ(ball.norm().of(vec({3, -4, 2})), 7);
  EXPECT_EQ(ball.violation(vec({3, -4, 2})).detail, "the group l2 norm is 7, above the radius 2");
  const GroupBall cube(Groups(GroupLists{{0, 1}, {2}}), WithinGroup::linf, 2);
  EXPECT_TRUE(cube.is_polytope());
  EXPECT_EQ(cube.norm().of(vec({3, -4, 2})), 6);
  EXPECT_EQ(cube.violation(vec({3, -4, 2})).distance, 4);
  EXPECT_EQ(cube.violation(vec({1, -1, 1})).distance, 0);
}

TEST(GroupBall, MembershipIsUnknownForOverlappingGroups) {
  const GroupBall ball(Groups(GroupLists{{0, 1}, {1, 2}}), WithinGroup::l2, 2);
  EXPECT_EQ(ball.name(), "group l2 ball of radius 2 of 2 groups, which overlap, in R^3");
  EXPECT_TRUE(std::isnan(ball.violation(vec({1, 1, 1})).distance));
  EXPECT_EQ(ball.violation(vec({1, 1, 1})).detail, "nobody can tell the group l2 norm");
  EXPECT_TRUE(ball.contains(vec({1, 1, 1})));
  Vector x = vec({1, 1, 1});
  EXPECT_FALSE(ball.recenter(x));
}

TEST(GroupBall, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { GroupBall(Groups(GroupLists{{0}}), WithinGroup::l2, 0); }),
            "radius = 0: must be positive and finite");
  EXPECT_EQ(refusal([] { GroupBall(std::shared_ptr<const Groups>()); }),
            "groups = null: must be groups of variables");
}

}  // namespace
}  // namespace acgd
