#include "iterate/low_rank_sum.hpp"

#include <gtest/gtest.h>

#include "oracle/matrices.hpp"

namespace acgd {
namespace {

/// A sum of terms beside the dense matrix it represents.
struct Pair {
  LowRankSum sum;
  Matrix dense;

  Pair(Index rows, Index cols, Index max_terms)
      : sum(rows, cols, max_terms), dense(Matrix::Zero(rows, cols)) {}

  void update(double shrink, double weight, const Vector& left, const Vector& right) {
    const RankOneTerm term{weight, &left, &right, sum.dot(left, right)};
    sum.update(shrink, {&term, 1});
    dense = shrink * dense + weight * left * right.transpose();
  }

  Matrix formed() const {
    LowRank factors;
    sum.store(factors);
    return factors.to_dense();
  }
  double error() const { return (formed() - dense).norm() / dense.norm(); }
};

Vector unit(Index size, unsigned seed) { return normal_matrix(size, 1, seed).col(0).normalized(); }

/// All entries, as a pattern.
SparsityPattern every_entry(Index rows, Index cols) {
  SparsityPattern pattern;
  pattern.rows = rows;
  pattern.cols = cols;
  for (Index j = 0; j <= cols; ++j) pattern.column_starts.push_back(static_cast<int>(j * rows));
  for (Index k = 0; k < rows * cols; ++k) pattern.row_indices.push_back(static_cast<int>(k % rows));
  return pattern;
}

void expect_same(const Pair& pair) {
  const Index rows = pair.sum.rows();
  const Index cols = pair.sum.cols();
  EXPECT_LT(pair.error(), 1e-11);
  EXPECT_NEAR(pair.sum.squared_norm() / pair.dense.squaredNorm(), 1, 1e-11);
  Vector entries(rows * cols);
  pair.sum.read(every_entry(rows, cols), entries);
  EXPECT_LT((entries - stacked(pair.dense)).norm(), 1e-11 * pair.dense.norm());
  const Vector left = unit(rows, 1), right = unit(cols, 2);
  EXPECT_NEAR(pair.sum.dot(left, right), left.dot(pair.dense * right), 1e-11 * pair.dense.norm());
  const RankOneTerm term{3, &left, &right};
  EXPECT_NEAR(pair.sum.norm_of_sum(-1, {&term, 1}),
              (3 * left * right.transpose() - pair.dense).norm(), 1e-11 * pair.dense.norm());
}

TEST(LowRankSum, EqualsDenseMatrixForAnyRankLimit) {
  for (const auto& [rows, cols] :
       {std::pair<Index, Index>{1, 1}, {1, 7}, {9, 4}, {40, 25}, {25, 40}})
    for (const Index max_terms : {1, 3, 64}) {
      Pair pair(rows, cols, max_terms);
      for (unsigned k = 0; k < 200; ++k) {
        pair.update(k == 0 ? 0.5 : 0.97, k % 5 - 1.5, unit(rows, 3 * k), unit(cols, 3 * k + 1));
      }
      expect_same(pair);
      pair.sum.refresh();
      expect_same(pair);
    }
}

TEST(LowRankSum, AddsSeveralTermsAtOnce) {
  for (const Index max_terms : {1, 3, 64}) {
    Pair pair(30, 20, max_terms);
    pair.update(0, 1, unit(30, 1), unit(20, 2));
    for (unsigned k = 0; k < 120; ++k) {
      const Vector lefts[3] = {unit(30, 5 * k), unit(30, 5 * k + 1), unit(30, k)};
      const Vector rights[3] = {unit(20, 5 * k + 2), unit(20, 5 * k + 3), unit(20, k)};
      std::vector<RankOneTerm> terms;
      Matrix sum = Matrix::Zero(30, 20);
      for (std::size_t i = 0; i < k % 4; ++i) {
        const double weight = i % 2 == 0 ? 0.7 : -1.1;
        terms.push_back({weight, &lefts[i], &rights[i], pair.sum.dot(lefts[i], rights[i])});
        sum += weight * lefts[i] * rights[i].transpose();
      }
      ASSERT_NEAR(squared_norm_of(terms), sum.squaredNorm(), 1e-13);
      ASSERT_NEAR(pair.sum.norm_of_sum(0.3, terms), (0.3 * pair.dense + sum).norm(), 1e-11);
      if (k % 40 == 39) {
        pair.sum.assign(terms);
        pair.dense = sum;
      } else {
        pair.sum.update(0.95, terms);
        pair.dense = 0.95 * pair.dense + sum;
      }
      ASSERT_NEAR(pair.sum.squared_norm(), pair.dense.squaredNorm(), 1e-10);
    }
    expect_same(pair);
  }
}

TEST(LowRankSum, RespectsRankLimitAndAccuracy) {
  const Matrix lefts = orthonormal_columns(60, 3, 1);
  const Matrix rights = orthonormal_columns(50, 3, 2);
  Pair pair(60, 50, 8);
  for (unsigned k = 0; k < 2000; ++k) {
    pair.update(0.99, 1, lefts * unit(3, 2 * k), rights * unit(3, 2 * k + 1));
    ASSERT_LE(pair.sum.terms(), 8);
  }
  EXPECT_EQ(pair.sum.max_terms(), 8);
  EXPECT_FALSE(pair.sum.has_base());
  expect_same(pair);
}

TEST(LowRankSum, GrowingRankNeedsAtMostTwiceDenseMatrix) {
  Pair pair(60, 50, 4);
  for (unsigned k = 0; k < 400; ++k) {
    pair.update(0.999, 1, unit(60, 2 * k), unit(50, 2 * k + 1));
    const Index bound = std::max<Index>(4, 2 * std::min<Index>(k + 1, 50));
    ASSERT_LE(pair.sum.terms(), bound) << k;
    if (!pair.sum.has_base()) {
      ASSERT_LE(pair.sum.terms() * (60 + 50), 60 * 50 + 110);
    }
  }
  EXPECT_TRUE(pair.sum.has_base());
  expect_same(pair);
  const Vector left = unit(60, 1), right = unit(50, 2);
  const RankOneTerm term{2, &left, &right};
  pair.sum.assign({&term, 1});
  EXPECT_FALSE(pair.sum.has_base());
  EXPECT_EQ(pair.sum.terms(), 1);
  EXPECT_NEAR(pair.sum.squared_norm(), 4, 1e-14);
}

TEST(LowRankSum, RecompressionErrorIsAsReported) {
  const Vector decay = Vector::LinSpaced(12, 0, -12).array().exp();
  const Matrix left = normal_matrix(80, 12, 1) * decay.asDiagonal() * normal_matrix(12, 30, 2);
  const Matrix right = normal_matrix(70, 30, 3);
  const Vector weights = Vector::LinSpaced(30, 1, -2);
  const Matrix x = left * weights.asDiagonal() * right.transpose();
  const Terms exact = recompress(left, weights, right, LowRankSum::tolerance);
  EXPECT_EQ(exact.weights.size(), 12);
  const auto formed = [](const Terms& t) -> Matrix {
    return t.left * t.weights.asDiagonal() * t.right.transpose();
  };
  EXPECT_LT((formed(exact) - x).norm(), LowRankSum::tolerance * x.norm());
  EXPECT_LT((exact.left.transpose() * exact.left - Matrix::Identity(12, 12)).norm(), 1e-13);
  for (const double tolerance : {0.5, 0.1, 0.01}) {
    const Terms rough = recompress(left, weights, right, tolerance);
    EXPECT_LT(rough.weights.size(), 12);
    EXPECT_LT((formed(rough) - x).norm(), tolerance * x.norm());
  }
  EXPECT_EQ(recompress(left, Vector::Zero(30), right, 1e-13).weights.size(), 0);
}

TEST(LowRankSum, MeasuresRemainderOfCancellingTerms) {
  Pair pair(30, 20, 8);
  const Vector left = unit(30, 1), right = unit(20, 2);
  pair.update(0.5, 5000, left, right);
  pair.update(1 - 1e-9, 5e-6, unit(30, 3), right);
  const Vector other = unit(30, 3);
  const double exact = 1e-9 * (5000 * left - 5000 * other).norm();
  const RankOneTerm term{5000, &left, &right};
  EXPECT_NEAR(pair.sum.norm_of_sum(-1, {&term, 1}), exact, 1e-11);
}

TEST(LowRankSum, FactorisesMatrix) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{30, 12}, {12, 30}}) {
    Pair pair(rows, cols, 4);
    pair.dense = normal_matrix(rows, 5, 1) * normal_matrix(5, cols, 2);
    pair.sum.assign(pair.dense);
    EXPECT_EQ(pair.sum.terms(), 5);
    expect_same(pair);
    for (unsigned k = 0; k < 20; ++k) pair.update(0.9, 1, unit(rows, k), unit(cols, k + 50));
    expect_same(pair);
  }
}

}  // namespace
}  // namespace acgd
