#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/matrices.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Matrix answer_to(const Matrix& g, double radius = 1) {
  const Vector x = linear_minimizer(SpectralBall(g.rows(), g.cols(), radius), stacked(g));
  return x.reshaped(g.rows(), g.cols());
}

double nuclear_norm_of(const Matrix& a) { return jacobi_singular_values(a).sum(); }

TEST(SpectralBall, PassesChecker) {
  expect_passes(SpectralBall(1, 1, 2.5));
  expect_passes(SpectralBall(1, 6, 2.5));
  expect_passes(SpectralBall(6, 1, 0.5));
  expect_passes(SpectralBall(5, 4, 2.5), {.gradients = 12, .points = 600});
  expect_passes(SpectralBall(4, 9, 10), {.gradients = 12, .points = 600});
  expect_passes(SpectralBall(20, 25, 1), {.gradients = 8, .points = 200});
}

TEST(SpectralBall, ReturnsPolarFactor) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{7, 7}, {40, 25}, {25, 40}}) {
    const Matrix g = normal_matrix(rows, cols, 1);
    const Matrix x = answer_to(g, 3);
    const Index n = std::min(rows, cols);
    const Matrix gram = rows < cols ? Matrix(x * x.transpose()) : Matrix(x.transpose() * x);
    EXPECT_LT((gram - 9 * Matrix::Identity(n, n)).norm(), 1e-12);
    // G = -X H / 3 with H positive: then X' G is symmetric and negative.
    const Matrix h = rows < cols ? Matrix(g * x.transpose()) : Matrix(x.transpose() * g);
    EXPECT_LT((h - h.transpose()).norm(), 1e-11);
    EXPECT_NEAR(x.cwiseProduct(g).sum(), -3 * nuclear_norm_of(g), 1e-11);
  }
}

TEST(SpectralBall, OmitsNullSpaceOfGradient) {
  Vector sigma = Vector::Zero(12);
  sigma.head(5) << 4, 3, 3, 1, 1e-3;
  for (const auto& [rows, cols] : {std::pair<Index, Index>{12, 12}, {12, 30}, {30, 12}}) {
    const Matrix g = matrix_with(sigma, rows, cols, 2);
    const Matrix x = answer_to(g);
    const Vector of_x = jacobi_singular_values(x);
    EXPECT_LT((of_x.head(5) - Vector::Ones(5)).norm(), 1e-12);
    EXPECT_LT(of_x.tail(7).norm(), 1e-12);
    EXPECT_NEAR(x.cwiseProduct(g).sum(), -sigma.sum(), 1e-12);
  }
}

TEST(SpectralBall, RankOneAndVectors) {
  const Matrix u = normal_matrix(8, 1, 3);
  const Matrix v = normal_matrix(1, 5, 4);
  EXPECT_LT((answer_to(u * v, 2) + 2 * u.normalized() * v.normalized()).norm(), 1e-13);
  EXPECT_LT((answer_to(u) + u.normalized()).norm(), 1e-14);
  EXPECT_LT((answer_to(v) + v.normalized()).norm(), 1e-14);
  EXPECT_EQ(answer_to(Matrix::Constant(1, 1, -7), 2)(0, 0), 2);
}

TEST(SpectralBall, WorksAtEveryScale) {
  const Matrix g = normal_matrix(20, 30, 5);
  const Matrix expected = answer_to(g);
  for (const double scale : {1e-300, 1e-150, 1e150, 1e300})
    EXPECT_LT((answer_to(scale * g) - expected).norm(), 1e-11) << scale;
}

TEST(SpectralBall, ZeroGradientGivesZeroMatrix) {
  EXPECT_EQ(answer_to(Matrix::Zero(3, 4)), Matrix::Zero(3, 4));
}

TEST(SpectralBall, ErrorIsInfiniteForNonFiniteInput) {
  Vector g = Vector::Ones(12);
  g[5] = not_a_number;
  LmoResult lmo;
  SpectralBall(3, 4, 1).minimize(Gradient(g), lmo);
  EXPECT_EQ(lmo.error, infinity);
  EXPECT_EQ(lmo.atom.to_dense(), Vector::Zero(12));
}

TEST(SpectralBall, HasNameAndStart) {
  const SpectralBall ball(3, 4, 2);
  EXPECT_TRUE(ball.contains(ball.start().to_dense()));
  EXPECT_DOUBLE_EQ(ball.start().to_dense().norm(), 2 * std::sqrt(3.0));
  EXPECT_EQ(ball.name(), "spectral ball of radius 2 in R^(3 x 4)");
}

TEST(SpectralBall, RejectsBadInput) {
  EXPECT_NE(refusal([] { SpectralBall(0, 3, 1); }), "");
  EXPECT_NE(refusal([] { SpectralBall(3, 3, -1); }), "");
}

}  // namespace
}  // namespace acgd
