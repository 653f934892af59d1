#include <gtest/gtest.h>

#include <algorithm>

#include "acgd/fit/completion.hpp"
#include "objective/completion_examples.hpp"
#include "support/decompositions.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::observations;
using acgd_test::refusal;

/// Ridge regression with an indicator column for each row and column of the matrix, by a dense
/// factorisation.
Vector dense_ridge(const ObservedMatrix& seen, double mean, double damping) {
  const Index size = seen.rows + seen.cols;
  Matrix normal = damping * Matrix::Identity(size, size);
  Vector right = Vector::Zero(size);
  for (const Observation& o : seen.entries) {
    Vector features = Vector::Zero(size);
    features[o.row] = 1;
    features[seen.rows + o.col] = 1;
    normal += o.weight * features * features.transpose();
    right += o.weight * (o.value - mean) * features;
  }
  return acgd_test::solve(normal, right);
}

ObservedMatrix example(bool twice) { return {12, 9, observations(12, 9, 0.5, twice)}; }

TEST(Biases, EqualRidgeRegressionOnIndicators) {
  for (const double damping : {0.01, 3.0, 40.0}) {
    const ObservedMatrix seen = example(true);
    const Biases biases = fit_biases(seen, {.damping = damping});
    const Vector expected = dense_ridge(seen, biases.mean, damping);
    EXPECT_LT((biases.row - expected.head(12)).norm(), 1e-10 * expected.norm()) << damping;
    EXPECT_LT((biases.col - expected.tail(9)).norm(), 1e-10 * expected.norm()) << damping;
  }
}

TEST(Biases, SingleEntryGivesDampedShare) {
  // Both biases equal b, with (1 + damping) b + b = 6 - mean; without a mean: 6 / (2 + damping).
  const Biases biases =
      fit_biases({3, 2, {{1, 0, 6}}}, {.biases = true, .center = false, .damping = 1});
  EXPECT_EQ(biases.mean, 0);
  EXPECT_DOUBLE_EQ(biases.row[1], 2);
  EXPECT_DOUBLE_EQ(biases.col[0], 2);
  EXPECT_EQ(biases.row[0], 0);
  EXPECT_EQ(biases.row[2], 0);
  EXPECT_EQ(biases.col[1], 0);
  EXPECT_DOUBLE_EQ(biases.at(1, 0), 4);
}

TEST(Biases, SingleRowGivesDampedMean) {
  // One row and as many columns as entries: minimise sum (r + c_j - e_j)^2 + d (r^2 + |c|^2). The
  // columns are (e_j - r) / (1 + d), so r is sum e_j / (n + 1 + d) by elimination.
  const std::vector<double> e = {1, 2, 6};
  ObservedMatrix seen{1, 3, {{0, 0, e[0]}, {0, 1, e[1]}, {0, 2, e[2]}}};
  const double d = 2;
  const Biases biases = fit_biases(seen, {.center = false, .damping = d});
  const double r = (1.0 + 2 + 6) / (3 + 1 + d);
  EXPECT_NEAR(biases.row[0], r, 1e-14);
  for (Index j = 0; j < 3; ++j) {
    EXPECT_NEAR(biases.col[j], (e[j] - r) / (1 + d), 1e-14);
  }
}

TEST(Biases, WithoutDampingReproduceAdditiveMatrix) {
  ObservedMatrix seen{6, 5, {}};
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      if ((i + j) % 3 != 0) seen.entries.push_back({i, j, 2.0 * i - 0.5 * j * j});
    }
  }
  const Biases biases = fit_biases(seen, {.damping = 0});
  for (const Observation& o : seen.entries) EXPECT_NEAR(biases.at(o.row, o.col), o.value, 1e-10);
  EXPECT_EQ(biases.row[5], 0);  // row without entries
  for (const Observation& o : subtract(seen, biases).entries) EXPECT_NEAR(o.value, 0, 1e-10);
}

TEST(Biases, IntegerWeightsEqualRepetitions) {
  ObservedMatrix twice = example(false), weighted = twice;
  twice.entries.push_back(twice.entries[4]);
  weighted.entries[4].weight = 2;
  const Biases a = fit_biases(twice), b = fit_biases(weighted);
  EXPECT_NEAR(a.mean, b.mean, 1e-14);
  EXPECT_LT((a.row - b.row).norm() + (a.col - b.col).norm(), 1e-12);
}

TEST(Biases, RowsAndColumnsBeyondEntriesHaveBiases) {
  const Biases biases = fit_biases(example(false));
  EXPECT_EQ(biases.at(1000, 2), biases.mean + biases.col[2]);
  EXPECT_EQ(biases.at(3, 1000), biases.mean + biases.row[3]);
  EXPECT_EQ(biases.at(1000, 1000), biases.mean);
  const Biases plain = fit_biases(example(false), {.biases = false});
  EXPECT_EQ(plain.at(1, 1), plain.mean);
  EXPECT_EQ(plain.mean, biases.mean);
}

TEST(Biases, RejectBadInput) {
  EXPECT_EQ(refusal([] {
              fit_biases({2, 2, {{0, 0, 1}}}, {.damping = -1});
            }),
            "damping = -1: must be >= 0 and finite");
  EXPECT_EQ(refusal([] {
              fit_biases({2, 2, {{0, 2, 1}}});
            }),
            "observed[0]: entry (0, 2) is outside the 2 x 2 matrix");
  EXPECT_EQ(refusal([] {
              fit_biases({2, 2, {{0, 1, 1, 0}}});
            }),
            "observed: every weight is 0, must not all be");
  EXPECT_EQ(refusal([] {
              fit_biases({2, 2, {}});
            }),
            "observed: 0 entries, must be 1 to 2147483647 of them");
}

}  // namespace
}  // namespace acgd
