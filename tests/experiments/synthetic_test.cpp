#include "app/experiments/synthetic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "linalg/decompositions.hpp"

namespace acgd::experiments {
namespace {

double density(const Matrix& a) {
  return static_cast<double>((a.array() != 0).count()) / static_cast<double>(a.size());
}

TEST(Synthetic, SparseTruthHasGivenNonzerosAndNorm) {
  const Vector truth = sparse_truth(500, 10, 5.8, 1);
  EXPECT_EQ((truth.array() != 0).count(), 10);
  EXPECT_NEAR(truth.lpNorm<1>(), 5.8, 1e-12);
  EXPECT_NE(truth, sparse_truth(500, 10, 5.8, 2));
}

TEST(Synthetic, IndefiniteMatrixIsSymmetricAndIndefinite) {
  const Matrix q = indefinite_matrix(100, 0.75, 1);
  EXPECT_EQ(q, q.transpose());
  EXPECT_NEAR(density(q), 0.75, 0.02);
  const Vector spectrum = symmetric_eigenvalues(q);
  // Wigner: the spectrum is a semicircle of radius 2 sqrt(density n).
  EXPECT_NEAR(spectrum[0], -2 * std::sqrt(75.0), 2);
  EXPECT_NEAR(spectrum[99], 2 * std::sqrt(75.0), 2);
}

TEST(Synthetic, BalancedMatrixIsSymmetricNonNegativeAndSparse) {
  const Matrix a = balanced_matrix(100, 5, 1);
  EXPECT_EQ(a, a.transpose());
  EXPECT_GE(a.minCoeff(), 0);
  EXPECT_GE(a.diagonal().minCoeff(), 0.05);
  EXPECT_NEAR(density(a), 0.11, 0.015);  // 1060 entries in the paper's
  EXPECT_NEAR(a.sum(), 480, 70);         // 480.28 in the paper's
}

TEST(Synthetic, RidgeResidualIsPositiveDefiniteWithMostEigenvaluesAtItsScale) {
  const Vector spectrum = symmetric_eigenvalues(ridge_residual(200, 40, 0.0033, 1));
  EXPECT_GT(spectrum[0], 0);
  EXPECT_LT(spectrum[0], 0.1 * 0.0033);
  EXPECT_NEAR(spectrum[100], 0.0033, 1e-9);
  EXPECT_NEAR(spectrum[199], 0.0033, 1e-9);
}

}  // namespace
}  // namespace acgd::experiments
