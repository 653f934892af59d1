// Folds given by the caller.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "acgd/fit/path.hpp"
#include "acgd/oracle/balls.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

constexpr Index kRows = 30;

Samples noisy_line() {
  std::mt19937_64 engine(4);
  std::normal_distribution<double> normal;
  const Matrix a = Matrix::NullaryExpr(kRows, 3, [&] { return normal(engine); });
  const Vector y = 2 * a.col(1) + Vector::NullaryExpr(kRows, [&] { return normal(engine); });
  return {.features = std::make_shared<const Matrix>(a), .targets = y};
}

SetOfRadius balls() {
  return [](double radius) { return std::make_shared<L1Ball>(3, radius); };
}

TEST(GivenFolds, MatchDrawnFolds) {
  const Samples samples = noisy_line();
  PathOptions options{.radii = {0.5, 1, 2}, .folds = 4, .seed = 9};
  const Path drawn = fit_path(samples, *least_squares_family(), balls(), options);
  options.given_folds = make_folds(kRows, 4, 9);
  options.seed = 1;
  const Path given = fit_path(samples, *least_squares_family(), balls(), options);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(given.fits[i].held_out_loss, drawn.fits[i].held_out_loss);
    EXPECT_EQ(given.fits[i].held_out_error, drawn.fits[i].held_out_error);
  }
  EXPECT_EQ(given.best, drawn.best);
}

TEST(GivenFolds, MayBeSingleFold) {
  PathOptions options{.radii = {0.5, 2}, .folds = 1};
  options.given_folds = {make_folds(kRows, 3, 1)[0]};
  const Path path = fit_path(noisy_line(), *least_squares_family(), balls(), options);
  EXPECT_TRUE(std::isfinite(path.fits[0].held_out_loss));
  EXPECT_TRUE(std::isnan(path.fits[0].held_out_error));
  // Without a standard error the limit of the one-standard-error rule is the lowest loss itself.
  EXPECT_EQ(path.one_standard_error, path.best);
}

// Weighted mean loss of all held-out samples.
TEST(GivenFolds, UseSampleWeights) {
  Samples samples = noisy_line();
  samples.weights = Vector::LinSpaced(kRows, 0.1, 9);
  PathOptions options{.radii = {0.5, 1}, .folds = 2};
  options.given_folds = {{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {20, 21, 22, 23, 24}},
                         {{20, 21, 22, 23, 24}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}};
  const Path path = fit_path(samples, *least_squares_family(), balls(), options);
  for (std::size_t i = 0; i < 2; ++i) {
    double sum = 0, total = 0;
    for (const Fold& fold : options.given_folds) {
      PathOptions alone = options;
      alone.folds = 0;
      alone.given_folds = {};
      const Path seen =
          fit_path(rows_of(samples, fold.seen), *least_squares_family(), balls(), alone);
      const Samples others = rows_of(samples, fold.held_out);
      const Vector z = seen.model(static_cast<Index>(i)).predict(others.features).col(0);
      sum += others.weights.dot((z - others.targets).cwiseAbs2());
      total += others.weights.sum();
    }
    EXPECT_NEAR(path.fits[i].held_out_loss, sum / total, 1e-9 * sum);
  }
}

TEST(GivenFolds, RejectSamplesOutOfRange) {
  const auto refused = [](std::vector<Fold> folds, Index count) {
    PathOptions options{.radii = {1}, .folds = count};
    options.given_folds = std::move(folds);
    return acgd_test::refusal(
        [&] { fit_path(noisy_line(), *least_squares_family(), balls(), options); });
  };
  EXPECT_EQ(refused({{{0, 1}, {2}}}, 3), "folds = 3: must be 1 like those given");
  EXPECT_EQ(refused({{{0, 1}, {}}}, 1), "folds: one of them has no samples on one side");
  EXPECT_EQ(refused({{{0, 1}, {30}}}, 1), "folds: sample 30, must be ascending, from 0 to 29");
  EXPECT_EQ(refused({{{1, 0}, {2}}}, 1), "folds: sample 0, must be ascending, from 0 to 29");
}

}  // namespace
}  // namespace acgd
