#include "acgd/oracle/spectral_sets.hpp"
#include "oracle/matrices.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/sparse_example.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(Fantope, PassesChecker) {
  expect_passes(Fantope(1, 1));
  expect_passes(Fantope(2, 1));
  expect_passes(Fantope(3, 3));
  expect_passes(Fantope(4, 2), {.gradients = 12, .points = 600});
  expect_passes(Fantope(20, 1), {.gradients = 8, .points = 200});
  expect_passes(Fantope(20, 3), {.gradients = 8, .points = 200});
}

TEST(Fantope, MinimumIsSumOfSmallestEigenvalues) {
  for (const Index n : {1, 2, 5, 30, 90}) {
    for (const Index count : {1, 2, 5}) {
      if (count > n) continue;
      const Matrix g = normal_matrix(n, n, 7);
      const double sum = jacobi_eigenvalues((g + g.transpose()) / 2).head(count).sum();
      LmoResult lmo;
      Fantope(n, count).minimize(Gradient(stacked(g)), lmo);
      ASSERT_NE(lmo.atom.as<Atom::LowRank>(), nullptr);
      EXPECT_EQ(lmo.atom.as<Atom::LowRank>()->terms.size(), static_cast<std::size_t>(count));
      EXPECT_NEAR(lmo.atom.dot(stacked(g)), sum, 1e-12 * g.norm());
      EXPECT_EQ(lmo.error, 0);
      // A projection onto a space of that dimension.
      const Matrix x = lmo.atom.to_dense().reshaped(n, n);
      EXPECT_LT((x * x - x).norm(), 1e-12);
      EXPECT_NEAR(x.trace(), static_cast<double>(count), 1e-12);
    }
  }
}

TEST(Fantope, SelectsSmallestOfDiagonalGradients) {
  const Vector d = vec({3, -1, 4, 1, -5});
  Matrix expected = Matrix::Zero(5, 5);
  expected(1, 1) = expected(4, 4) = 1;
  const Vector x = linear_minimizer(Fantope(5, 2), stacked(Matrix(d.asDiagonal())));
  EXPECT_LT((x - stacked(expected)).norm(), 1e-14);
}

TEST(Fantope, OfFullRankIsIdentity) {
  const Vector g = normal_matrix(16, 1, 1);
  EXPECT_EQ(linear_minimizer(Fantope(4, 4), g), stacked(Matrix::Identity(4, 4)));
}

TEST(Fantope, FindsAllRepeatedEigenvalues) {
  Vector values = Vector::Ones(80);
  values.head(3).setConstant(-1);
  const Matrix g = symmetric_with(values, 4);
  EXPECT_NEAR(linear_minimizer(Fantope(80, 2), stacked(g)).dot(stacked(g)), -2, 1e-12);
  EXPECT_NEAR(linear_minimizer(Fantope(80, 4), stacked(g)).dot(stacked(g)), -2, 1e-12);
}

TEST(Fantope, SparseAndDenseAgree) {
  const SparseExample example(70, 70, 2);
  const Fantope set(70, 3);
  LmoResult sparse, dense;
  set.minimize(example.gradient(), sparse);
  set.minimize(Gradient(stacked(example.matrix)), dense);
  EXPECT_LT((sparse.atom.to_dense() - dense.atom.to_dense()).norm(), 1e-6);
  EXPECT_NEAR(sparse.atom.dot(example.gradient()), dense.atom.dot(stacked(example.matrix)), 1e-11);
}

TEST(Fantope, ErrorIsUpperBound) {
  const Matrix a = normal_matrix(100, 100, 3);
  const double minimum = jacobi_eigenvalues((a + a.transpose()) / 2).head(3).sum();
  for (const double accuracy : {10.0, 1.0, 1e-3, 0.0}) {
    LmoResult lmo;
    lmo.accuracy = accuracy;
    Fantope(100, 3).minimize(Gradient(stacked(a)), lmo);
    EXPECT_LE(lmo.error, accuracy);
    EXPECT_LE(lmo.atom.dot(stacked(a)) - minimum, lmo.error - 1e-12 * minimum);
  }
}

TEST(Fantope, ReportsViolation) {
  const Fantope set(3, 2);
  const auto wrong = [&](double a, double b, double c) {
    return set.violation(stacked(Matrix(vec({a, b, c}).asDiagonal())));
  };
  EXPECT_EQ(wrong(1, 1, 0).distance, 0);
  EXPECT_EQ(wrong(0.5, 0.5, 1).detail, "");
  EXPECT_EQ(wrong(1.5, 0.5, 0).distance, 0.5);
  EXPECT_EQ(wrong(1.5, 0.5, 0).detail, "the largest eigenvalue is 1.5, above 1");
  EXPECT_EQ(wrong(1, 1.25, -0.5).detail, "the smallest eigenvalue is -0.5, below 0");
  EXPECT_EQ(wrong(1, 1, 1).detail, "the trace is 3, not 2");
  EXPECT_EQ(wrong(0.5, 0.5, 0.5).detail, "the trace is 1.5, not 2");
  EXPECT_EQ(wrong(not_a_number, 1, 1).distance, infinity);
}

TEST(Fantope, ViolationOfAtomEqualsThatOfMatrix) {
  const Fantope set(3, 2);
  Atom atom = set.start();
  EXPECT_EQ(set.violation_of(atom).distance, 0);
  auto& terms = atom.become_low_rank(3, 3, 2).terms;
  terms[1].left = terms[1].right = vec({0.5, 0.5, 2});
  EXPECT_NEAR(set.violation_of(atom).distance, set.violation(atom.to_dense()).distance, 1e-13);
  terms[1].scale = -1;
  EXPECT_NEAR(set.violation_of(atom).distance, set.violation(atom.to_dense()).distance, 1e-13);
  terms[1].left[0] = not_a_number;
  EXPECT_EQ(set.violation_of(atom).distance, infinity);
}

TEST(Fantope, ZeroGradientGivesStart) {
  for (const Index n : {4, 40}) {
    const Fantope set(n, 2);
    EXPECT_EQ(linear_minimizer(set, Vector::Zero(n * n)), set.start().to_dense());
    EXPECT_EQ(set.violation(set.start().to_dense()).distance, 0);
  }
}

TEST(Fantope, NameAndInvalidArguments) {
  EXPECT_EQ(Fantope(3, 2).name(), "Fantope of trace 2 in R^(3 x 3)");
  EXPECT_EQ(refusal([] { Fantope(0, 1); }), "side = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Fantope(3, 0); }), "count = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Fantope(3, 4); }),
            "count = 4: must be at most 3, the side of the matrices: none of their eigenvalues is "
            "above 1");
  LmoResult lmo;
  Fantope(2, 1).minimize(Gradient(vec({1, not_a_number, 0, 1})), lmo);
  EXPECT_EQ(lmo.error, infinity);
  EXPECT_TRUE(lmo.atom.to_dense().allFinite());
}

}  // namespace
}  // namespace acgd
