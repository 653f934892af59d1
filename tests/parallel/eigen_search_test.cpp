#include "parallel/eigen_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "oracle/matrices.hpp"
#include "oracle/sparse_example.hpp"
#include "support/effort.hpp"

namespace acgd {
namespace {

EigenPairs smallest_of(const Matrix& g, Index count, double accuracy = 0) {
  EigenPairs pairs;
  EigenSearch().find(Gradient(stacked(g)), g.rows(), count, accuracy, pairs);
  return pairs;
}

Matrix symmetric_normal(Index n, unsigned seed) {
  const Matrix a = normal_matrix(n, n, seed);
  return (a + a.transpose()) / 2;
}

/// Orthonormal vectors with v_i' S v_i = values[i].
void expect_pairs_of(const Matrix& s, const EigenPairs& pairs) {
  const Index count = pairs.values.size();
  const Matrix identity = pairs.vectors.transpose() * pairs.vectors;
  EXPECT_LT((identity - Matrix::Identity(count, count)).norm(), 1e-13);
  const Vector found = (pairs.vectors.transpose() * s * pairs.vectors).diagonal();
  EXPECT_LE((found - pairs.values).norm(), 1e-12 * std::max(1.0, s.norm()));
  for (Index i = 0; i < count; ++i) {
    Index largest = 0;
    pairs.vectors.col(i).cwiseAbs().maxCoeff(&largest);
    EXPECT_GT(pairs.vectors(largest, i), 0);
  }
}

void expect_smallest(const Matrix& s, const EigenPairs& pairs, const Vector& all_values) {
  expect_pairs_of(s, pairs);
  const Index count = pairs.values.size();
  EXPECT_LT((pairs.values - all_values.head(count)).norm(), 1e-12 * s.norm()) << s.rows();
  EXPECT_EQ(pairs.error, 0);
}

void expect_smallest(const Matrix& s, const EigenPairs& pairs) {
  expect_smallest(s, pairs, jacobi_eigenvalues(s));
}

TEST(EigenSearch, AgreesWithJacobiForEverySize) {
  for (const Index n : {1, 2, 5, 16, 17, 40, 130}) {
    const Matrix s = symmetric_normal(n, 3);
    const Vector all = jacobi_eigenvalues(s);
    for (const Index count : {1, 2, 7}) {
      if (count <= n) expect_smallest(s, smallest_of(s, count), all);
    }
  }
}

/// With prescribed eigenvalues: Jacobi is slow at this size.
TEST(EigenSearch, FindsPrescribedEigenvaluesOfLargeMatrices) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const Vector values = Vector::LinSpaced(250, -1, 3).array().cube();
    const Matrix s = symmetric_with(values, seed);
    expect_smallest(s, smallest_of(s, 2), values);
  }
}

TEST(EigenSearch, UsesSymmetricPartOnly) {
  for (const Index n : {6, 50}) {
    const Matrix g = normal_matrix(n, n, 1);
    const Matrix s = (g + g.transpose()) / 2;
    expect_smallest(s, smallest_of(g, 2));
    const EigenPairs nothing = smallest_of(g - g.transpose(), 2);
    EXPECT_NEAR(nothing.values.sum(), 0, 1e-12 * g.norm());
    expect_pairs_of(Matrix::Zero(n, n), nothing);
  }
}

TEST(EigenSearch, FindsAllRepeatedEigenvalues) {
  Vector values = Vector::Ones(100);
  values.head(4).setConstant(-2);
  values[4] = -1;
  const Matrix s = symmetric_with(values, 5);
  expect_smallest(s, smallest_of(s, 3), values);
  expect_smallest(s, smallest_of(s, 5), values);
  const Matrix identity = Matrix::Identity(100, 100);
  expect_smallest(identity, smallest_of(identity, 4), Vector::Ones(100));
  expect_smallest(-identity, smallest_of(-identity, 4), -Vector::Ones(100));
  // A matrix of rank one, whose other eigenvalues are all 0.
  const Matrix v = normal_matrix(100, 1, 1);
  expect_smallest(-v * v.transpose(), smallest_of(-v * v.transpose(), 3));
  expect_smallest(v * v.transpose(), smallest_of(v * v.transpose(), 3));
}

TEST(EigenSearch, ResolvesClustersToRounding) {
  Vector values = Vector::LinSpaced(120, 0, 1);
  values.head(3) << -1e-9, -2e-9, -3e-9;
  const Matrix s = symmetric_with(values, 2);
  const EigenPairs pairs = smallest_of(s, 2);
  expect_pairs_of(s, pairs);
  EXPECT_NEAR(pairs.values.sum(), -5e-9, 1e-13);
}

TEST(EigenSearch, ErrorIsBoundWithinRequestedAccuracy) {
  for (const Index n : {40, 60, 130}) {
    const Matrix s = symmetric_normal(n, static_cast<unsigned>(n));
    const Vector all = jacobi_eigenvalues(s);
    for (const Index count : {1, 3}) {
      for (const double accuracy : {10.0, 1.0, 1e-2, 1e-5}) {
        const EigenPairs pairs = smallest_of(s, count, accuracy);
        expect_pairs_of(s, pairs);
        const double excess = pairs.values.sum() - all.head(count).sum();
        EXPECT_LE(pairs.error, accuracy);
        EXPECT_LE(excess, pairs.error + 1e-12 * s.norm()) << n << " " << count << " " << accuracy;
      }
    }
  }
}

TEST(EigenSearch, AcceptsUnsymmetricSparseGradients) {
  for (const Index n : {10, 45, 90}) {
    const acgd_test::SparseExample example(n, n, 4);
    EigenPairs pairs;
    EigenSearch().find(example.gradient(), n, 2, 0, pairs);
    expect_smallest((example.matrix + example.matrix.transpose()) / 2, pairs);
  }
}

TEST(EigenSearch, RestartsWhereOneKrylovSpaceIsNotEnough) {
  // The Laplacian of a path has the eigenvalues 2 - 2 cos(pi k / n): the smallest are very close.
  const Index n = effort::is_sanitized() ? 1000 : 3000;
  auto pattern = std::make_shared<SparsityPattern>();
  pattern->rows = pattern->cols = n;
  pattern->column_starts.push_back(0);
  std::vector<double> entries;
  for (Index j = 0; j < n; ++j) {
    for (Index i = std::max<Index>(0, j - 1); i <= std::min(n - 1, j + 1); ++i) {
      pattern->row_indices.push_back(static_cast<int>(i));
      entries.push_back(i != j ? -1.0 : j == 0 || j == n - 1 ? 1.0 : 2.0);
    }
    pattern->column_starts.push_back(static_cast<int>(entries.size()));
  }
  Gradient gradient(pattern);
  gradient.entries() = Eigen::Map<const Vector>(entries.data(), static_cast<Index>(entries.size()));
  for (const double accuracy : {1e-2, 1e-3, 1e-6}) {
    if (effort::is_sanitized() && accuracy < 1e-2) break;
    EigenPairs pairs;
    EigenSearch().find(gradient, n, 1, accuracy, pairs);
    EXPECT_GE(pairs.values[0], -1e-12);
    EXPECT_LE(pairs.values[0], pairs.error);
    // The error is reported where the accuracy is not reached.
    EXPECT_LE(pairs.error, std::max(accuracy, 1e-3));
  }
}

TEST(EigenSearch, WorksAtEveryScale) {
  const Matrix s = symmetric_normal(40, 6);
  const double expected = smallest_of(s, 2).values.sum();
  for (const double scale : {1e-280, 1e-150, 1e150, 1e280}) {
    EXPECT_NEAR(smallest_of(scale * s, 2).values.sum() / scale, expected, 1e-11) << scale;
  }
}

TEST(EigenSearch, ZeroMatrixGivesFirstUnitVectors) {
  const EigenPairs pairs = smallest_of(Matrix::Zero(30, 30), 2);
  EXPECT_EQ(pairs.vectors, Matrix::Identity(30, 2));
  EXPECT_EQ(pairs.values, Vector::Zero(2));
  EXPECT_EQ(pairs.error, 0);
}

TEST(EigenSearch, ErrorIsInfiniteForNonFiniteInput) {
  for (const Index n : {3, 30}) {
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      Matrix s = Matrix::Identity(n, n);
      s(1, 2) = bad;
      const EigenPairs pairs = smallest_of(s, 2);
      EXPECT_TRUE(std::isnan(pairs.values[0]));
      EXPECT_TRUE(pairs.vectors.allFinite());
      EXPECT_EQ(pairs.error, std::numeric_limits<double>::infinity());
    }
  }
}

TEST(EigenSearch, BitsDoNotDependOnEarlierCalls) {
  const Matrix s = symmetric_normal(90, 8);
  const EigenPairs fresh = smallest_of(s, 2, 1e-3);
  EigenSearch used;
  EigenPairs pairs;
  used.find(Gradient(stacked(symmetric_normal(200, 9))), 200, 3, 1e-2, pairs);
  used.find(Gradient(stacked(s)), 90, 2, 1e-3, pairs);
  EXPECT_EQ(pairs.vectors, fresh.vectors);
  EXPECT_EQ(pairs.values, fresh.values);
}

}  // namespace
}  // namespace acgd
