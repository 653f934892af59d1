// The minimiser of the second-order model against the KKT conditions, and against brute force over
// all faces.
#include "active_set/active_set_qp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "direction/as_vector.hpp"
#include "support/decompositions.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

struct Model {
  Matrix h;
  QpVariables variables;

  double value(const Vector& u) const {
    const Vector p = u - as_vector(variables.value);
    return as_vector(variables.slope).dot(p) + 0.5 * p.dot(h * p);
  }
};

/// Weights in `blocks` blocks, H = B'B of the given rank.
Model random_weights(std::mt19937& engine, Index size, Index blocks, Index rank) {
  std::normal_distribution<double> normal;
  const Matrix b = Matrix::NullaryExpr(rank, size, [&] { return normal(engine); });
  Model model{b.transpose() * b, {}};
  model.variables.resize(size);
  model.variables.block_count = blocks;
  Vector sums = Vector::Zero(blocks);
  Vector weights = Vector::NullaryExpr(
      size, [&] { return std::max(0.0, std::uniform_real_distribution<double>(-0.5, 1)(engine)); });
  for (Index i = 0; i < size; ++i) {
    if (i < blocks) weights[i] = 0.5;
    sums[i % blocks] += weights[i];
  }
  for (Index i = 0; i < size; ++i) {
    model.variables.set_weight(i, weights[i] / sums[i % blocks], normal(engine), i % blocks);
  }
  return model;
}

ActiveSetQp::Outcome minimize(ActiveSetQp& minimizer, const Model& model, QpVariables& u,
                              double tolerance = 1e-12) {
  u = model.variables;
  minimizer.grow(u.size());
  minimizer.h().topLeftCorner(u.size(), u.size()) = model.h;
  return minimizer.minimize(u, tolerance);
}

/// Largest violation of the optimality conditions and of feasibility.
double worst_condition(const Model& model, const QpVariables& u) {
  const Vector g = as_vector(model.variables.slope) +
                   model.h * (as_vector(u.value) - as_vector(model.variables.value));
  double worst = 0;
  for (Index b = 0; b < u.block_count; ++b) {
    double sum = 0, before = 0, mean = 0, least = 1e300;
    for (Index i = 0; i < u.size(); ++i) {
      if (u.block[i] != b) continue;
      sum += u.value[i];
      before += model.variables.value[i];
      mean += u.value[i] * g[i];
      least = std::min(least, g[i]);
      worst = std::max(worst, -u.value[i]);
    }
    worst = std::max({worst, std::abs(sum - before), mean - sum * least});
  }
  for (Index i = 0; i < u.size(); ++i) {
    if (u.block[i] != kNoBlock) continue;
    worst = std::max({worst, u.lower[i] - u.value[i], u.value[i] - u.upper[i]});
    worst = std::max(worst, g[i] * (u.value[i] - (g[i] > 0 ? u.lower[i] : u.upper[i])));
  }
  return worst;
}

// The second derivatives of a saturated logistic loss are tiny and of widely different magnitudes.
TEST(ActiveSetQp, WeightSumsAreExactForTinyCurvature) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> exponent(-310, -250);
  for (int k = 0; k < 3000; ++k) {
    Model model = random_weights(engine, 3, 1, 1);
    const Model other = random_weights(engine, 3, 1, 1);
    model.h = std::pow(10, exponent(engine)) * model.h + std::pow(10, exponent(engine)) * other.h;
    for (double& slope : model.variables.slope) slope *= 1000;
    ActiveSetQp minimizer;
    QpVariables u;
    minimize(minimizer, model, u);
    ASSERT_NEAR(as_vector(u.value).sum(), 1, 1e-9) << k;
    ASSERT_GE(as_vector(u.value).minCoeff(), 0) << k;
  }
}

TEST(ActiveSetQp, MeetsOptimalityConditions) {
  std::mt19937 engine(1);
  for (int trial = 0; trial < 400; ++trial) {
    const Index size = 2 + trial % 40;
    const Index blocks = 1 + trial % std::min<Index>(size, 5);
    // Ranks below the size: the model has zero curvature along many directions.
    const Index rank = 1 + (trial * 7) % (size + 3);
    const Model model = random_weights(engine, size, blocks, rank);
    ActiveSetQp minimizer;
    QpVariables u;
    EXPECT_EQ(minimize(minimizer, model, u, 1e-9), ActiveSetQp::Outcome::minimum) << trial;
    EXPECT_LE(worst_condition(model, u), 2e-9) << trial;
    const Vector p = as_vector(u.value) - as_vector(model.variables.value);
    EXPECT_NEAR(minimizer.curvature(), p.dot(model.h * p), 1e-9 * (1 + model.h.norm()));
    EXPECT_NEAR(minimizer.decrease(), -model.value(as_vector(u.value)),
                1e-9 * (1 + model.h.norm()));
  }
}

// Atoms that are not variables of the model hold the rest of the weight of a block. Slopes with a
// large mean show whether the mean slope of a block is that of its weights here.
TEST(ActiveSetQp, KeepsSumsOfBlocksBelowOne) {
  std::mt19937 engine(6);
  for (int trial = 0; trial < 200; ++trial) {
    const Index size = 4 + trial % 20, blocks = 1 + trial % 3;
    Model model = random_weights(engine, size, blocks, size);
    for (Index i = 0; i < size; ++i) {
      model.variables.value[i] *= 0.2 + 0.3 * static_cast<double>(i % blocks);
      model.variables.slope[i] += trial % 2 == 0 ? 10 : -10;
    }
    ActiveSetQp minimizer;
    QpVariables u;
    EXPECT_EQ(minimize(minimizer, model, u, 1e-9), ActiveSetQp::Outcome::minimum) << trial;
    EXPECT_LE(worst_condition(model, u), 2e-9) << trial;
  }
}

// Brute force: the minimum over the affine hull of every subset of atoms, and the best of those
// that are feasible.
TEST(ActiveSetQp, MatchesBestOverAllFaces) {
  std::mt19937 engine(2);
  for (int trial = 0; trial < 60; ++trial) {
    const Index size = 2 + trial % 7;
    const Model model = random_weights(engine, size, 1, size + 1);
    double best = 0;
    for (int face = 1; face < (1 << size); ++face) {
      std::vector<Index> on;
      for (Index i = 0; i < size; ++i) {
        if (face >> i & 1) on.push_back(i);
      }
      const Index k = static_cast<Index>(on.size());
      Matrix kkt = Matrix::Zero(k + 1, k + 1);
      Vector right(k + 1);
      const Vector linear =
          as_vector(model.variables.slope) - model.h * as_vector(model.variables.value);
      for (Index r = 0; r < k; ++r) {
        for (Index c = 0; c < k; ++c) kkt(r, c) = model.h(on[r], on[c]);
        kkt(r, k) = kkt(k, r) = 1;
        right[r] = -linear[on[r]];
      }
      right[k] = 1;
      const Vector solution = solve(kkt, right);
      if (solution.head(k).minCoeff() < 0) continue;
      Vector u = Vector::Zero(size);
      for (Index r = 0; r < k; ++r) u[on[r]] = solution[r];
      best = std::min(best, model.value(u));
    }
    ActiveSetQp minimizer;
    QpVariables u;
    minimize(minimizer, model, u);
    EXPECT_NEAR(model.value(as_vector(u.value)), best, 1e-10);
  }
}

TEST(ActiveSetQp, BoxCoordinatesHaveTwoBounds) {
  std::mt19937 engine(3);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const Index size = 1 + trial % 30;
    Model model = random_weights(engine, size, 1, 1 + trial % (size + 2));
    model.variables.block_count = 0;
    for (Index i = 0; i < size; ++i) {
      const double x = std::array{-1.0, 1.0, 0.3}[static_cast<std::size_t>(i + trial) % 3];
      model.variables.set_coordinate(i, x, normal(engine), -1, 1);
    }
    ActiveSetQp minimizer;
    QpVariables u;
    EXPECT_EQ(minimize(minimizer, model, u, 1e-9), ActiveSetQp::Outcome::minimum) << trial;
    EXPECT_LE(worst_condition(model, u), 2e-9) << trial;
  }
}

// Rows are added and removed between minimisations; the updated factor must stay that of H.
TEST(ActiveSetQp, FactorFollowsAddedAndRemovedRows) {
  std::mt19937 engine(4);
  Model model = random_weights(engine, 30, 2, 40);
  ActiveSetQp minimizer;
  QpVariables u;
  minimize(minimizer, model, u);
  for (int round = 0; round < 30; ++round) {
    // Without rows of zero weight, from other weights, and with five new rows.
    std::vector<char> stays;
    std::vector<Index> positive;
    for (Index i = 0; i < u.size(); ++i) {
      stays.push_back(u.value[i] > 0);
      if (u.value[i] > 0) positive.push_back(i);
    }
    Model larger = random_weights(engine, static_cast<Index>(positive.size()) + 6, 2, 50);
    const Index old = static_cast<Index>(positive.size());
    larger.variables.resize(larger.h.rows());
    for (Index i = 0; i < old; ++i) {
      for (Index j = 0; j < old; ++j) larger.h(i, j) = model.h(positive[i], positive[j]);
      larger.variables.value[i] = u.value[positive[i]];
      larger.variables.block[i] = u.block[positive[i]];
    }
    for (Index i = old; i < larger.h.rows(); ++i) {
      larger.variables.value[i] = 0;
      // Positive definite again, whatever the old rows are.
      larger.h(i, i) += 1e3;
    }
    minimizer.keep(stays);
    ASSERT_EQ(minimizer.rows(), old);
    EXPECT_EQ(minimizer.h().topLeftCorner(old, old), larger.h.topLeftCorner(old, old));
    EXPECT_EQ(minimize(minimizer, larger, u, 1e-10), ActiveSetQp::Outcome::minimum);
    EXPECT_LE(worst_condition(larger, u), 1e-9) << round;
    model = larger;
  }
}

TEST(ActiveSetQp, ReportsNegativeCurvature) {
  std::mt19937 engine(5);
  Model model = random_weights(engine, 10, 1, 12);
  model.h -= 5 * Matrix::Identity(10, 10);
  ActiveSetQp minimizer;
  QpVariables u;
  EXPECT_EQ(minimize(minimizer, model, u), ActiveSetQp::Outcome::not_convex);
}

TEST(ActiveSetQp, LeavesMinimumUnchanged) {
  Model model{Matrix::Identity(3, 3), {}};
  model.variables.resize(3);
  model.variables.block_count = 1;
  for (Index i = 0; i < 3; ++i) model.variables.set_weight(i, i == 0 ? 1 : 0, 2.0 * (i > 0), 0);
  ActiveSetQp minimizer;
  QpVariables u;
  EXPECT_EQ(minimize(minimizer, model, u), ActiveSetQp::Outcome::minimum);
  EXPECT_EQ(as_vector(u.value), as_vector(model.variables.value));
  EXPECT_EQ(minimizer.curvature(), 0);
}

}  // namespace
}  // namespace acgd_test
