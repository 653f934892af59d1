#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/matrices.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/sparse_example.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(Spectrahedron, PassesTheChecker) {
  expect_passes(Spectrahedron(1, 2.5));
  expect_passes(Spectrahedron(2));
  expect_passes(Spectrahedron(4, 0.3), {.gradients = 12, .points = 600});
  expect_passes(Spectrahedron(20, 7), {.gradients = 8, .points = 200});
}

TEST(Spectrahedron, MinimumIsTraceTimesSmallestEigenvalueOrZero) {
  for (const Index n : {1, 2, 3, 10, 30, 80}) {
    for (const double shift : {0.0, 100.0, -100.0}) {
      const Matrix g = normal_matrix(n, n, 7) + shift * Matrix::Identity(n, n);
      const double smallest = jacobi_eigenvalues((g + g.transpose()) / 2)[0];
      LmoResult lmo;
      Spectrahedron(n, 3).minimize(Gradient(stacked(g)), lmo);
      ASSERT_NE(lmo.atom.as<Atom::RankOne>(), nullptr);
      EXPECT_NEAR(lmo.atom.dot(stacked(g)), 3 * std::min(0.0, smallest), 1e-12 * g.norm());
      EXPECT_EQ(lmo.error, 0);
    }
  }
}

TEST(Spectrahedron, ErrorIsUpperBoundNearZero) {
  const Matrix a = normal_matrix(80, 80, 3);
  const Matrix s = (a + a.transpose()) / 2;
  const double smallest = jacobi_eigenvalues(s)[0];
  for (const double below : {-0.5, -1e-3, 1e-3, 0.5}) {
    const Matrix g = s - (smallest + below) * Matrix::Identity(80, 80);
    for (const double accuracy : {1000.0, 1.0, 1e-3}) {
      LmoResult lmo;
      lmo.accuracy = accuracy;
      Spectrahedron(80, 10).minimize(Gradient(stacked(g)), lmo);
      const double excess = lmo.atom.dot(stacked(g)) - std::min(0.0, -10 * below);
      EXPECT_LE(lmo.error, accuracy);
      EXPECT_LE(excess, lmo.error + 1e-10) << below << " " << accuracy;
    }
  }
}

TEST(Spectrahedron, ZeroIsSameAtomEachTime) {
  const Spectrahedron set(30);
  LmoResult lmo;
  set.minimize(Gradient(stacked(Matrix::Identity(30, 30))), lmo);
  const Atom first = lmo.atom;
  set.minimize(Gradient(stacked(-Matrix::Identity(30, 30))), lmo);
  EXPECT_NEAR(lmo.atom.to_dense().norm(), 1, 1e-14);
  set.minimize(Gradient(stacked(2 * Matrix::Identity(30, 30))), lmo);
  EXPECT_EQ(first.to_dense(), Vector::Zero(900));
  EXPECT_EQ(lmo.atom.as<Atom::RankOne>()->left, first.as<Atom::RankOne>()->left);
}

TEST(Spectrahedron, SparseAndDenseAgree) {
  const SparseExample example(60, 60, 2);
  const Spectrahedron set(60, 4);
  LmoResult sparse, dense;
  set.minimize(example.gradient(), sparse);
  set.minimize(Gradient(stacked(example.matrix)), dense);
  EXPECT_LT((sparse.atom.to_dense() - dense.atom.to_dense()).norm(), 1e-6);
}

TEST(Spectrahedron, ReportsViolation) {
  const Spectrahedron set(2);
  const auto wrong = [&](std::initializer_list<double> x) { return set.violation(vec(x)); };
  EXPECT_EQ(wrong({0.5, 0, 0, 0.5}).distance, 0);
  EXPECT_EQ(wrong({0.25, 0, 0, 0}).distance, 0);
  EXPECT_EQ(wrong({0, 0, 0, 0}).detail, "");
  EXPECT_EQ(wrong({2, 0, 0, 1}).distance, 2);
  EXPECT_EQ(wrong({2, 0, 0, 1}).detail, "the trace is 3, above 1");
  EXPECT_EQ(wrong({0, 0, 0, -2}).detail, "the smallest eigenvalue is -2, below 0");
  EXPECT_NEAR(wrong({0, 1, 0, 0}).distance, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(wrong({not_a_number, 0, 0, 1}).distance, infinity);
}

TEST(Spectrahedron, RecenterScalesToTrace) {
  const Spectrahedron set(3, 2);
  Vector x = 0.5 * set.start().to_dense();
  EXPECT_FALSE(set.recenter(x));
  x = (1 + 1e-13) * set.start().to_dense();
  EXPECT_TRUE(set.recenter(x));
  EXPECT_NEAR(x[0], 2, 1e-15);
  x *= 1.01;
  EXPECT_FALSE(set.recenter(x));
}

TEST(Spectrahedron, NamesAndRefusals) {
  EXPECT_EQ(Spectrahedron(3, 2).name(), "spectrahedron of trace at most 2 in R^(3 x 3)");
  EXPECT_TRUE(Spectrahedron(3, 2).contains(Spectrahedron(3, 2).start().to_dense()));
  EXPECT_EQ(refusal([] { Spectrahedron(0); }), "side = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Spectrahedron(3, -1); }), "trace = -1: must be positive and finite");
  LmoResult lmo;
  Spectrahedron(2).minimize(Gradient(vec({1, not_a_number, 0, 1})), lmo);
  EXPECT_EQ(lmo.error, infinity);
  EXPECT_TRUE(lmo.atom.to_dense().allFinite());
}

}  // namespace
}  // namespace acgd
