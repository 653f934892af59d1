#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/matrices.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/sparse_example.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(NuclearBall, PassesChecker) {
  expect_passes(NuclearBall(1, 1, 2.5));
  expect_passes(NuclearBall(1, 6, 2.5));
  expect_passes(NuclearBall(6, 1, 0.5));
  expect_passes(NuclearBall(5, 4, 2.5), {.gradients = 12, .points = 600});
  expect_passes(NuclearBall(4, 9, 10), {.gradients = 12, .points = 600});
  expect_passes(NuclearBall(20, 25, 1), {.gradients = 8, .points = 200});
}

TEST(NuclearBall, ReturnsMinusRadiusTimesTopPair) {
  const Matrix a = normal_matrix(30, 40, 1);
  const JacobiPair top = jacobi_top_pair(a);
  const Matrix expected = -5 * top.left * top.right.transpose();
  LmoResult lmo;
  NuclearBall(30, 40, 5).minimize(Gradient(stacked(a)), lmo);
  EXPECT_NE(lmo.atom.as<Atom::RankOne>(), nullptr);
  EXPECT_LT((lmo.atom.to_dense() - stacked(expected)).norm(), 1e-6);
  EXPECT_NEAR(lmo.atom.dot(stacked(a)), -5 * top.value, 1e-12);
  EXPECT_EQ(lmo.error, 0);
}

TEST(NuclearBall, SparseDenseAndOperatorAgree) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{6, 4}, {40, 60}, {60, 40}, {1, 8}}) {
    const SparseExample example(rows, cols, 2);
    const NuclearBall ball(rows, cols, 3);
    LmoResult sparse, dense, product;
    ball.minimize(example.gradient(), sparse);
    ball.minimize(Gradient(stacked(example.matrix)), dense);
    ball.minimize(CountedMatrix(example.matrix), product);
    const double minimum = -3 * largest_singular_value(example.matrix);
    EXPECT_NEAR(sparse.atom.dot(example.gradient()), minimum, 1e-12);
    EXPECT_NEAR(dense.atom.dot(stacked(example.matrix)), minimum, 1e-12);
    EXPECT_NEAR(product.atom.dot(stacked(example.matrix)), minimum, 1e-12);
    EXPECT_LT((sparse.atom.to_dense() - dense.atom.to_dense()).norm(), 1e-6);
    EXPECT_LT((product.atom.to_dense() - dense.atom.to_dense()).norm(), 1e-6);
  }
}

TEST(NuclearBall, AcceptsSparseGradientsTooLargeToBeDense) {
  const Index n = 200000;  // 3e11 bytes as a dense matrix
  auto pattern = std::make_shared<SparsityPattern>();
  pattern->rows = pattern->cols = n;
  for (Index j = 0; j <= n; ++j) pattern->column_starts.push_back(static_cast<int>(j));
  for (Index j = 0; j < n; ++j) pattern->row_indices.push_back(static_cast<int>(n - 1 - j));
  Gradient gradient(pattern);
  gradient.entries().setConstant(0.5);
  gradient.entries()[77] = -4;
  const NuclearBall ball(n, n, 2);
  EXPECT_TRUE(ball.accepts_sparse_gradients());
  LmoResult lmo;
  lmo.atom = ball.start();
  ball.minimize(gradient, lmo);
  EXPECT_NEAR(lmo.atom.dot(gradient), -8, 1e-12);
}

TEST(NuclearBall, AccuracyAndErrorAreInUnitsOfInnerProduct) {
  const Matrix a = normal_matrix(80, 70, 3);
  const double radius = 250;
  const double minimum = -radius * largest_singular_value(a);
  for (const double accuracy : {100.0, 1.0, 1e-3, 0.0}) {
    LmoResult lmo;
    lmo.accuracy = accuracy;
    NuclearBall(80, 70, radius).minimize(Gradient(stacked(a)), lmo);
    const double excess = lmo.atom.dot(stacked(a)) - minimum;
    EXPECT_LE(lmo.error, accuracy);
    EXPECT_LE(excess, lmo.error - 1e-12 * minimum);
  }
}

// The true excess is usually far below the bound, so a bound that is too small by the radius would
// still hold for most matrices. Powers of two scale without rounding.
TEST(NuclearBall, ErrorScalesWithRadius) {
  const Vector g = stacked(normal_matrix(80, 70, 3));
  const auto error = [&](double radius) {
    LmoResult lmo;
    lmo.accuracy = 0.5 * radius;
    NuclearBall(80, 70, radius).minimize(Gradient(g), lmo);
    return lmo.error;
  };
  EXPECT_GT(error(1), 0);
  for (const double radius : {0x1p-7, 256.0}) EXPECT_EQ(error(radius), radius * error(1));
}

TEST(NuclearBall, ExactSearchStartsFromPreviousAtom) {
  const Matrix a = normal_matrix(150, 120, 4);
  const NuclearBall ball(150, 120, 1);
  LmoResult warm, cold;
  ball.minimize(CountedMatrix(a), warm);
  const CountedMatrix again(a), fresh(a);
  ball.minimize(again, warm);
  ball.minimize(fresh, cold);
  EXPECT_LT(again.products(), fresh.products());
}

TEST(NuclearBall, ZeroGradientGivesFinitePointOfBall) {
  const NuclearBall ball(20, 30, 2);
  LmoResult lmo;
  ball.minimize(Gradient(Index{600}), lmo);
  EXPECT_TRUE(lmo.atom.to_dense().allFinite());
  EXPECT_TRUE(ball.contains(lmo.atom.to_dense()));
  EXPECT_EQ(lmo.atom.to_dense(), ball.start().to_dense());
}

TEST(NuclearBall, HasName) {
  const NuclearBall ball(3, 4, 2);
  EXPECT_EQ(ball.name(), "nuclear ball of radius 2 in R^(3 x 4)");
  EXPECT_EQ(ball.dimension(), 12);
}

TEST(NuclearBall, RejectsBadInput) {
  EXPECT_NE(refusal([] { NuclearBall(0, 3, 1); }), "");
  EXPECT_NE(refusal([] { NuclearBall(3, -1, 1); }), "");
  EXPECT_NE(refusal([] { NuclearBall(3, 3, 0); }), "");
  EXPECT_EQ(refusal([] { NuclearBall(Index{1} << 32, Index{1} << 32, 1); }),
            "matrix: is 4294967296 x 4294967296, must have fewer than 2^63 entries");
  const NuclearBall ball(3, 4, 1);
  LmoResult lmo;
  EXPECT_EQ(refusal([&] { ball.minimize(Gradient(Index{11}), lmo); }),
            "gradient: 11 entries, but the matrix is 3 x 4");
  EXPECT_EQ(refusal([&] { ball.minimize(SparseExample(4, 3, 1).gradient(), lmo); }),
            "gradient: its pattern is 4 x 3, but the matrix is 3 x 4");
  EXPECT_EQ(refusal([&] { ball.minimize(CountedMatrix(Matrix::Zero(4, 3)), lmo); }),
            "gradient: an operator of 4 x 3, but the matrix is 3 x 4");
}

}  // namespace
}  // namespace acgd
