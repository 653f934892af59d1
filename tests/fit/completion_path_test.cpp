#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "acgd/fit/completion.hpp"
#include "acgd/oracle/spectral_sets.hpp"
#include "fit/completion.hpp"
#include "support/decompositions.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::refusal;

/// mean + row + col + rank one, observed at a fraction `share` of the entries, with noise.
struct Planted {
  Matrix truth;
  ObservedMatrix seen;
  ObservedMatrix others;  ///< without noise
};

Planted planted(int rows, int cols, double share, double noise) {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto draw = [&](Index n) {
    return Vector(Vector::NullaryExpr(n, [&] { return normal(engine); }));
  };
  Planted all{Matrix::Constant(rows, cols, 3.5), {rows, cols, {}}, {rows, cols, {}}};
  all.truth += draw(rows) * Vector::Ones(cols).transpose();
  all.truth += Vector::Ones(rows) * draw(cols).transpose();
  all.truth += 1.5 * draw(rows) * draw(cols).transpose();
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      if (uniform(engine) < share) {
        all.seen.entries.push_back({i, j, all.truth(i, j) + noise * normal(engine)});
      } else {
        all.others.entries.push_back({i, j, all.truth(i, j)});
      }
    }
  }
  return all;
}

double norm_of(const LowRank& x) { return acgd_test::jacobi_svd(x.to_dense()).values.sum(); }

TEST(CompletionFit, RecoversRankOneMatrixAndBiases) {
  // If every entry is observed, biases without damping are the means of rows and columns, and the
  // residual is the rank-one part with centred factors.
  const Planted data = planted(40, 30, 1, 0);
  const Biases biases = fit_biases(data.seen, {.damping = 0});
  const Matrix rest = (Matrix::Identity(40, 40) - Matrix::Constant(40, 40, 1.0 / 40)) * data.truth *
                      (Matrix::Identity(30, 30) - Matrix::Constant(30, 30, 1.0 / 30));
  const double size = rest.norm();
  CompletionFitOptions options{.biases = {.damping = 0}, .tolerance = 1e-6};
  const CompletionFit fit = fit_completion(data.seen, size, options);
  EXPECT_TRUE(is_converged(fit.result.status)) << fit.result.message;
  EXPECT_EQ(fit.model.factors.rank(), 1);
  EXPECT_LT((fit.model.factors.to_dense() - rest).norm(), 0.01 * size);
  for (const Observation& o : data.seen.entries) {
    EXPECT_NEAR(fit.model.predict(o.row, o.col), o.value, 0.02 * size / std::sqrt(30));
    EXPECT_NEAR(biases.at(o.row, o.col) + rest(o.row, o.col), o.value, 1e-9);
  }
}

TEST(CompletionFit, StartsFromFactorsOfAnotherFit) {
  const Planted data = planted(30, 20, 0.5, 0.3);
  const CompletionFitOptions options{.tolerance = 1e-3};
  const CompletionFit cold = fit_completion(data.seen, 30, options);
  const CompletionFit warm = fit_completion(data.seen, 30, options, cold.result.factors);
  EXPECT_GT(cold.result.counts.iterations, 100);
  EXPECT_LE(warm.result.counts.iterations, 1);
  EXPECT_NEAR(cold.model.value, warm.model.value, cold.model.gap + warm.model.gap);
  // Too large for a smaller ball, and of a smaller matrix.
  const CompletionFit smaller = fit_completion(data.seen, 10, options, cold.model.factors);
  EXPECT_LE(norm_of(smaller.model.factors), 10 * (1 + 1e-9));
  const LowRank part{cold.model.factors.left.topRows(25), cold.model.factors.right.topRows(10)};
  const CompletionFit larger = fit_completion(data.seen, 30, options, part);
  EXPECT_NEAR(larger.model.value, cold.model.value, cold.model.gap + larger.model.gap);
}

/// Row indices may start at 1 and have gaps: the result is identical to the bit.
TEST(CompletionFit, DoesNotDependOnRowsAndColumnsWithoutEntries) {
  const Planted data = planted(30, 20, 0.5, 0.3);
  const auto row = [](int i) { return 3 * i + 1; };
  const auto col = [](int j) { return j < 7 ? j : j + 5; };
  ObservedMatrix apart{100, 40, data.seen.entries};
  for (Observation& o : apart.entries) o.row = row(o.row), o.col = col(o.col);
  EXPECT_EQ(rough_radius(apart), rough_radius(data.seen));
  const CompletionFitOptions options{.run = {.direction = Pairwise{}, .step = LineSearch{}},
                                     .tolerance = 0.05};
  const CompletionFit fit = fit_completion(data.seen, 20, options);
  const CompletionFit spread = fit_completion(apart, 20, options);
  EXPECT_EQ(spread.result.value, fit.result.value);
  EXPECT_EQ(spread.result.counts.iterations, fit.result.counts.iterations);
  EXPECT_EQ(spread.model.factors.rows(), 100);
  EXPECT_EQ(spread.model.factors.cols(), 40);
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < 20; ++j) {
      EXPECT_EQ(spread.model.predict(row(i), col(j)), fit.model.predict(i, j));
    }
  }
  EXPECT_EQ(spread.model.unclipped(0, 39), fit.model.biases.mean);
  EXPECT_EQ(spread.model.seen.of(row(4)).size(), fit.model.seen.of(4).size());
  // The atoms are points of the ball of the whole matrix, whose sum is x.
  ASSERT_FALSE(spread.result.atoms.empty());
  Vector sum = Vector::Zero(100 * 40);
  for (const WeightedAtom& one : spread.result.atoms) one.atom.add_to(sum, one.weight);
  const Matrix x = spread.result.factors.to_dense();
  EXPECT_LT((sum - x.reshaped()).norm(), 1e-9 * (1 + x.norm()));
}

TEST(CompletionFit, TruncationPreservesPredictions) {
  const Planted data = planted(50, 40, 0.5, 0.5);
  const CompletionFit fit = fit_completion(data.seen, 60);
  CompletionFitOptions exact;
  exact.truncation = 0;
  const CompletionFit whole = fit_completion(data.seen, 60, exact);
  EXPECT_LT(fit.model.factors.rank(), fit.result.factors.rank());
  EXPECT_LE(fit.model.factors.rank(), whole.model.factors.rank());
  double mean = 0, square = 0;
  for (const Observation& o : data.seen.entries) mean += o.value;
  mean /= static_cast<double>(data.seen.entries.size());
  for (const Observation& o : data.seen.entries) square += (o.value - mean) * (o.value - mean);
  const double spread = std::sqrt(square / static_cast<double>(data.seen.entries.size()));
  double largest = 0, largest_whole = 0;
  for (const Observation& o : data.seen.entries) {
    const double before = fit.result.factors.at(o.row, o.col);
    largest = std::max(largest, std::abs(fit.model.factors.at(o.row, o.col) - before));
    largest_whole =
        std::max(largest_whole, std::abs(whole.model.factors.at(o.row, o.col) - before));
  }
  EXPECT_LE(largest, 0.01 * spread);
  EXPECT_GT(largest, 0);
  EXPECT_LT(largest_whole, 1e-10);
}

TEST(CompletionFit, TruncatesToRank) {
  const Matrix u = Matrix::Random(9, 2), v = Matrix::Random(7, 2);
  LowRank x{Matrix(9, 4), Matrix(7, 4)};  // the second pair of terms cancels
  x.left << u, u;
  x.right << v, -0.5 * v;
  const ObservedMatrix entries{9, 7, {{0, 0, 0}, {8, 6, 0}, {3, 3, 0}}};
  EXPECT_EQ(truncate(x, entries, 0).rank(), 2);
  EXPECT_LT((truncate(x, entries, 0).to_dense() - x.to_dense()).norm(), 1e-13);
  EXPECT_EQ(truncate(x, entries, 1e6).rank(), 0);
}

TEST(CompletionPath, SelectsRadiusWithLowestHeldOutError) {
  const Planted data = planted(60, 50, 0.4, 0.5);
  const CompletionPath path = fit_completion_path(data.seen);
  ASSERT_GT(path.fits.size(), 3U);
  for (std::size_t k = 1; k < path.fits.size(); ++k) {
    EXPECT_NEAR(path.fits[k].radius, std::sqrt(2.0) * path.fits[k - 1].radius, 1e-9);
    // Up to the gap, the training loss does not increase with the radius.
    EXPECT_LE(path.fits[k].value, path.fits[k - 1].value + path.fits[k].gap);
  }
  const CompletionPathFit& best = path.fits[path.best];
  for (const CompletionPathFit& fit : path.fits) {
    EXPECT_GE(fit.held_out_rmse, (1 - 1e-4) * best.held_out_rmse);
  }
  const double error = root_mean_square_error(path.refit.model, data.others);
  const CompletionFit small = fit_completion(data.seen, path.fits.front().radius);
  EXPECT_LT(error, 0.6 * root_mean_square_error(small.model, data.others));
  EXPECT_EQ(path.refit.model.scores.size(), 2U);
  EXPECT_FALSE(path.interrupted);
}

TEST(CompletionPath, IsReproducible) {
  const Planted data = planted(30, 20, 0.5, 0.3);
  const CompletionPath one = fit_completion_path(data.seen, {.seed = 3});
  const CompletionPath two = fit_completion_path(data.seen, {.seed = 3});
  EXPECT_EQ(one.refit.model.factors.left, two.refit.model.factors.left);
  EXPECT_EQ(one.fits.back().held_out_rmse, two.fits.back().held_out_rmse);
}

TEST(CompletionPath, FitsEveryGivenRadius) {
  const Planted data = planted(30, 20, 0.5, 0.3);
  Index seen = 0;
  CompletionPathOptions options;
  options.radii = {1, 10, 1000};
  options.progress = [&](const CompletionPathFit&) { ++seen; };
  const CompletionPath path = fit_completion_path(data.seen, options);
  ASSERT_EQ(path.fits.size(), 3U);
  EXPECT_EQ(seen, 3);
  EXPECT_EQ(path.fits[2].radius, 1000);
  EXPECT_EQ(path.best, 1);
}

TEST(CompletionPath, EndsWhenInterrupted) {
  const Planted data = planted(30, 20, 0.5, 0.3);
  std::stop_source source;
  CompletionPathOptions options;
  options.fit.run.interrupt = source.get_token();
  options.progress = [&](const CompletionPathFit&) { source.request_stop(); };
  const CompletionPath path = fit_completion_path(data.seen, options);
  EXPECT_TRUE(path.interrupted);
  EXPECT_EQ(path.fits.size(), 1U);
  EXPECT_TRUE(path.refit.model.factors.left.allFinite());
}

TEST(CompletionPath, RejectsBadInput) {
  const Planted data = planted(5, 5, 0.9, 0);
  EXPECT_EQ(refusal([&] {
              fit_completion_path(data.seen, {.radii = {2, 1}});
            }),
            "radii[1] = 1: must be positive and finite, and above the one before it");
  EXPECT_EQ(refusal([&] { fit_completion_path(data.seen, {.validation = 0}); }),
            "validation = 0: must be in (0, 0.5]");
  EXPECT_EQ(refusal([&] {
              fit_completion_path({2, 2, {{0, 0, 1}}});
            }),
            "observed: 1 entries, must be at least 2 to hold a part of them out");
  EXPECT_EQ(refusal([&] { fit_completion(data.seen, 0); }),
            "radius = 0: must be positive and finite");
}

/// The nuclear ball accepts low-rank atoms without forming the matrix.
TEST(CompletionFit, StartsInsideBall) {
  const LowRank x{Matrix::Random(9, 3), Matrix::Random(7, 3)};
  const double size = norm_of(x);
  const NuclearBall ball(9, 7, size / 2);
  EXPECT_LT(ball.violation_of(start_from(x, 9, 7, size / 2)).distance, 1e-12);
  EXPECT_NEAR(ball.violation_of(start_from(x, 9, 7, size)).distance, size / 2, 1e-12);
  EXPECT_EQ(ball.violation_of(start_from({}, 9, 7, 1)).distance, 0);
}

}  // namespace
}  // namespace acgd
