#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/matrices.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(SchattenBall, PassesChecker) {
  expect_passes(SchattenBall(1, 1, 3, 2.5));
  expect_passes(SchattenBall(1, 6, 1.5, 2.5));
  expect_passes(SchattenBall(6, 1, 4, 0.5));
  expect_passes(SchattenBall(5, 4, 1.5, 2.5), {.gradients = 12, .points = 600});
  expect_passes(SchattenBall(4, 9, 3, 10), {.gradients = 12, .points = 600});
}

TEST(SchattenBall, MinimumIsMinusRadiusTimesDualNorm) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{7, 7}, {20, 12}, {12, 20}}) {
    const Matrix g = normal_matrix(rows, cols, 1);
    const Vector s = jacobi_singular_values(g);
    // 1 / 1.5 + 1 / 3 = 1
    const Vector x = linear_minimizer(SchattenBall(rows, cols, 1.5, 2), stacked(g));
    EXPECT_NEAR(x.dot(stacked(g)), -2 * std::cbrt(s.array().cube().sum()), 1e-12);
    const Vector of_x = jacobi_singular_values(x.reshaped(rows, cols));
    EXPECT_NEAR(of_x.array().pow(1.5).sum(), std::pow(2.0, 1.5), 1e-12);
  }
}

TEST(SchattenBall, OfExponentTwoIsEuclideanBall) {
  const Vector g = normal_matrix(12, 1, 2);
  const Vector x = linear_minimizer(SchattenBall(3, 4, 2, 5), g);
  EXPECT_LT((x + 5 * g.normalized()).norm(), 1e-13);
}

TEST(SchattenBall, OfVectorIsEuclideanBall) {
  const Vector g = normal_matrix(6, 1, 2);
  EXPECT_LT((linear_minimizer(SchattenBall(6, 1, 7, 2), g) + 2 * g.normalized()).norm(), 1e-14);
}

TEST(SchattenBall, OfDiagonalMatricesIsLpBall) {
  const Vector d = vec({3, -1, 2});
  const Vector x = linear_minimizer(SchattenBall(3, 3, 4, 2), stacked(Matrix(d.asDiagonal())));
  const Matrix expected = linear_minimizer(LpBall(3, 4, 2), d).asDiagonal();
  EXPECT_LT((x - stacked(expected)).norm(), 1e-14);
}

TEST(SchattenBall, WorksAtEveryScale) {
  const Vector g = normal_matrix(30, 1, 5);
  const SchattenBall ball(5, 6, 3);
  const Vector expected = linear_minimizer(ball, g);
  for (const double scale : {1e-290, 1e-150, 1e150, 1e290}) {
    EXPECT_LT((linear_minimizer(ball, scale * g) - expected).norm(), 1e-11) << scale;
  }
}

TEST(SchattenBall, HandlesZeroAndNonFinite) {
  const SchattenBall ball(3, 4, 3);
  EXPECT_EQ(linear_minimizer(ball, Vector::Zero(12)), Vector::Zero(12));
  Vector g = Vector::Ones(12);
  g[5] = not_a_number;
  LmoResult lmo;
  ball.minimize(Gradient(g), lmo);
  EXPECT_EQ(lmo.error, infinity);
  EXPECT_EQ(lmo.atom.to_dense(), Vector::Zero(12));
}

TEST(SchattenBall, NameAndInvalidArguments) {
  const SchattenBall ball(2, 3, 1.5, 2);
  EXPECT_EQ(ball.name(), "Schatten-1.5 ball of radius 2 in R^(2 x 3)");
  EXPECT_TRUE(ball.is_norm_ball());
  EXPECT_NEAR(ball.norm().of(ball.start().to_dense()), 2, 1e-15);
  EXPECT_EQ(ball.violation(vec({3, 0, 0, 0, 0, 0})).detail,
            "the Schatten-1.5 norm is 3, above the radius 2");
  EXPECT_EQ(refusal([] { SchattenBall(3, 3, 1); }), "p = 1: must be above 1 and finite");
  EXPECT_EQ(refusal([] { SchattenBall(0, 3, 2); }), "rows = 0: must be at least 1");
  EXPECT_EQ(refusal([] { SchattenBall(3, 3, 2, 0); }), "radius = 0: must be positive and finite");
}

}  // namespace
}  // namespace acgd
