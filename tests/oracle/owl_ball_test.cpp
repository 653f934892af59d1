#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

const std::vector<Vector>& some_weights() {
  static const std::vector<Vector> weights = {vec({2}),
                                              vec({3, 1}),
                                              vec({1, 0}),
                                              vec({1, 1, 1}),
                                              vec({3, 2, 1}),
                                              vec({1, 0.25, 0, 0}),
                                              vec({5, 5, 1, 1}),
                                              vec({3, 2.5, 2, 1.5, 1, 0.5}),
                                              vec({1, 1, 0, 0, 0, 0, 0})};
  return weights;
}

TEST(OwlBall, PassesChecker) {
  for (const Vector& weights : some_weights()) expect_passes(OwlBall(weights, 2.5));
  expect_passes(OwlBall(Vector::LinSpaced(40, 3, 0), 2));
}

// The ball is the hull of sign vectors of all support sizes, scaled to the boundary.
TEST(OwlBall, LmoMatchesBestVertex) {
  for (const Vector& weights : some_weights()) {
    const Index n = weights.size();
    std::vector<Vector> vertices;
    for (Index k = 1; k <= n; ++k) {
      const Matrix signs = signed_supports(n, k, k);
      for (Index j = 0; j < signs.cols(); ++j) {
        vertices.push_back(2.5 / weights.head(k).sum() * signs.col(j));
      }
    }
    expect_as_good_as_vertices(OwlBall(weights, 2.5), as_columns(vertices));
  }
}

TEST(OwlBall, SelectsLargestEntries) {
  const OwlBall ball(vec({3, 2, 1, 1}), 6);
  LmoResult lmo;
  // 5/3, 9/5 and 9.5/6: the two largest, of size 6/5.
  ball.minimize(Gradient(vec({-4, 0.5, 5, 0})), lmo);
  const auto* sparse = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(sparse, nullptr);
  EXPECT_EQ(sparse->indices, (std::vector<Index>{0, 2}));
  EXPECT_EQ(sparse->values, (std::vector<double>{1.2, -1.2}));
  EXPECT_EQ(linear_minimizer(ball, Vector::Zero(4)), Vector::Zero(4));
}

TEST(OwlBall, TiesGoToSmallestIndexAndFewestEntries) {
  const OwlBall ball(vec({1, 1, 1}), 2);
  EXPECT_EQ(linear_minimizer(ball, vec({0, 5, -5})), vec({0, -2, 0}));
}

TEST(OwlBall, HandlesNaN) {
  for (const double bad : {not_a_number, infinity, -infinity}) {
    linear_minimizer(OwlBall(vec({3, 2, 1})), vec({1, bad, 2}));
    EXPECT_FALSE(OwlBall(vec({3, 2, 1})).contains(vec({0, bad, 0})));
  }
}

TEST(OwlBall, IsL1BallForEqualWeightsAndLinfBallForOne) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    const Vector g = test_gradient(6, false, random);
    EXPECT_EQ(linear_minimizer(OwlBall(Vector::Ones(6), 3), g), linear_minimizer(L1Ball(6, 3), g));
    EXPECT_EQ(linear_minimizer(OwlBall(Vector::Unit(6, 0), 3), g),
              linear_minimizer(LinfBall(6, 3), g));
  }
}

TEST(OwlBall, HasExpectedProperties) {
  const OwlBall ball(vec({3, 2, 1}), 2);
  EXPECT_EQ(ball.name(), "ordered weighted l1 ball of radius 2 in R^3");
  EXPECT_TRUE(ball.is_polytope());
  // 3 4 + 2 1 + 1 0.5
  EXPECT_EQ(ball.norm().of(vec({-1, 0.5, 4})), 14.5);
  EXPECT_EQ(ball.violation(vec({-1, 0.5, 4})).distance, 12.5);
  EXPECT_EQ(ball.violation(vec({-1, 0.5, 4})).detail,
            "the ordered weighted l1 norm is 14.5, above the radius 2");
}

TEST(OwlBall, RejectsBadArguments) {
  EXPECT_EQ(refusal([] {
              OwlBall{vec({1, 2})};
            }),
            "weights[1] = 2: must be at most weights[0] = 1; sort them, the largest first");
  EXPECT_EQ(refusal([] { OwlBall{vec({1, -2})}; }), "weights[1] = -2: must be >= 0 and finite");
  EXPECT_EQ(refusal([] {
              OwlBall{vec({infinity, 1})};
            }),
            "weights[0] = inf: must be >= 0 and finite");
  EXPECT_EQ(refusal([] {
              OwlBall{vec({0, 0})};
            }),
            "weights[0] = 0: must be positive, or all of them are 0");
  EXPECT_EQ(refusal([] { OwlBall{Vector()}; }), "size of weights = 0: must be at least 1");
  EXPECT_EQ(refusal([] { OwlBall(vec({1}), 0); }), "radius = 0: must be positive and finite");
}

}  // namespace
}  // namespace acgd
