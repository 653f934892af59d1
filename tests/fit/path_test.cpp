// Paths over samples: reported numbers are recomputed from coefficients and data.
#include "acgd/fit/path.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "acgd/fit/samples.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/oracle/balls.hpp"
#include "fit/random_data.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::l1_balls;
using acgd_test::random_matrix;

constexpr Index kTableRows = 60;
constexpr Index kTableColumns = 8;

/// Features of different units, with means far from 0.
Matrix table() {
  Matrix a = random_matrix(kTableRows, kTableColumns, 1);
  for (Index j = 0; j < kTableColumns; ++j) {
    a.col(j) = (a.col(j) * std::pow(2.0, j - 3)).array() + static_cast<double>(j);
  }
  return a;
}

Samples regression() {
  const Matrix a = table();
  Vector y = 3 * a.col(1) - 0.5 * a.col(6) + random_matrix(kTableRows, 1, 2).col(0);
  y.array() += 7;
  return {.features = std::make_shared<const Matrix>(a), .targets = y};
}

Samples classification(Index classes) {
  Samples samples = regression();
  const Matrix z = random_matrix(kTableRows, classes, 9) + 0.5 * table().leftCols(classes);
  for (Index i = 0; i < kTableRows; ++i) {
    Index best = 0;
    z.row(i).maxCoeff(&best);
    samples.targets[i] = static_cast<double>(best);
  }
  return samples;
}

PathOptions exact(std::vector<double> radii = {0.2, 0.6, 1.5, 3, 6}) {
  PathOptions options{.radii = std::move(radii), .folds = 4};
  options.fit.run.gap_tolerance = 1e-11;
  return options;
}

Matrix predictions(const Samples& samples, const PathFit& fit) {
  Matrix z = *std::get<std::shared_ptr<const Matrix>>(samples.features) * Matrix(fit.coefficients);
  if (fit.intercept.size() > 0) z.rowwise() += fit.intercept.transpose();
  return z;
}

double squares(const Vector& errors, const Vector& weights) {
  return weights.dot(errors.cwiseAbs2()) / weights.sum();
}

TEST(Path, LossesMatchCoefficients) {
  Samples samples = regression();
  samples.weights = random_matrix(kTableRows, 1, 3).col(0).cwiseAbs();
  PathOptions options = exact();
  options.fit.standardize = true;
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(kTableColumns), options);
  ASSERT_EQ(path.fits.size(), 5u);
  for (const PathFit& fit : path.fits) {
    const Vector errors = predictions(samples, fit).col(0) - samples.targets;
    EXPECT_NEAR(fit.loss, squares(errors, samples.weights), 1e-10);
    // The intercept is optimal: the weighted errors have mean zero.
    EXPECT_NEAR(samples.weights.dot(errors), 0, 1e-9);
    EXPECT_NEAR(fit.explained, 1 - fit.loss / path.loss_without_features, 1e-12);
  }
}

// In units of standard deviations the coefficients are on the boundary of the ball, and the duality
// gap computed from them is small.
TEST(Path, CoefficientsAreOptimalInBall) {
  const Samples samples = regression();
  PathOptions options = exact();
  options.fit.standardize = true;
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(kTableColumns), options);
  const Matrix a = table();
  const Vector mean = a.colwise().mean();
  const Matrix centered = a.rowwise() - mean.transpose();
  const Vector deviation = (centered.colwise().squaredNorm() / kTableRows).cwiseSqrt();
  EXPECT_LT((path.scaling.scale - deviation).cwiseAbs().maxCoeff(), 1e-12);
  for (const PathFit& fit : path.fits) {
    const Vector x = Matrix(fit.coefficients).col(0).cwiseProduct(deviation);
    EXPECT_LE(x.lpNorm<1>(), fit.radius * (1 + 1e-12));
    const Vector errors = predictions(samples, fit).col(0) - samples.targets;
    const Matrix standard = centered * deviation.cwiseInverse().asDiagonal();
    const Vector g = 2.0 / kTableRows * (standard.transpose() * errors);
    EXPECT_NEAR(g.dot(x) + fit.radius * g.lpNorm<Eigen::Infinity>(), 0, 1e-9) << fit.radius;
  }
}

TEST(Path, HeldOutLossesMatchSeparateFits) {
  const Samples samples = regression();
  const PathOptions options = exact();
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(kTableColumns), options);
  const auto folds = make_folds(kTableRows, options.folds, options.seed);
  PathOptions alone = options;
  alone.folds = 0;
  for (std::size_t i = 0; i < path.fits.size(); ++i) {
    double sum = 0, sum_of_squares = 0;
    for (const Fold& fold : folds) {
      const Path seen = fit_path(rows_of(samples, fold.seen), *least_squares_family(),
                                 l1_balls(kTableColumns), alone);
      const Samples others = rows_of(samples, fold.held_out);
      const Vector errors = predictions(others, seen.fits[i]).col(0) - others.targets;
      const double loss = squares(errors, Vector::Ones(errors.size()));
      sum += loss / 4;  // of 15 samples each
      sum_of_squares += loss * loss / 4;
    }
    EXPECT_NEAR(path.fits[i].held_out_loss, sum, 1e-8);
    EXPECT_NEAR(path.fits[i].held_out_error, std::sqrt((sum_of_squares - sum * sum) / 3), 1e-6);
  }
}

TEST(Path, SelectsLowestHeldOutLossAndOneStandardErrorRadius) {
  PathOptions options{.count = 20};
  const Path path =
      fit_path(regression(), *least_squares_family(), l1_balls(kTableColumns), options);
  ASSERT_TRUE(path.best && path.one_standard_error);
  const PathFit& best = path.fits[*path.best];
  const double limit = best.held_out_loss + best.held_out_error;
  for (std::size_t i = 0; i < path.fits.size(); ++i) {
    EXPECT_GE(path.fits[i].held_out_loss, best.held_out_loss);
    if (static_cast<Index>(i) < *path.one_standard_error) {
      EXPECT_GT(path.fits[i].held_out_loss, limit);
    }
  }
  EXPECT_LE(path.fits[*path.one_standard_error].held_out_loss, limit);
  EXPECT_LT(*path.one_standard_error, *path.best);
}

// lambda_max of the lasso is max |2/m A'(y - mean)|; the others are dual norms of the gradient at
// the coefficients, and decrease by roughly constant factors to 1/1000.
TEST(Path, ChoosesRadiiByPenalties) {
  const Samples samples = regression();
  PathOptions options{.count = 25, .folds = 0, .fit = {.standardize = true}};
  options.fit.run.gap_tolerance = 1e-10;
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(kTableColumns), options);
  const Matrix a = table();
  const Matrix centered = a.rowwise() - a.colwise().mean();
  const Matrix standard = centered * path.scaling.scale.cwiseInverse().asDiagonal();
  const double factor = std::pow(1e-3, 1.0 / 24);
  ASSERT_GE(path.fits.size(), 20u);
  for (std::size_t i = 0; i < path.fits.size(); ++i) {
    const PathFit& fit = path.fits[i];
    const Vector errors = predictions(samples, fit).col(0) - samples.targets;
    const double dual = (2.0 / kTableRows * (standard.transpose() * errors)).cwiseAbs().maxCoeff();
    EXPECT_NEAR(fit.penalty, dual, 1e-9 * path.fits[0].penalty);
    const double aim = path.fits[0].penalty * std::pow(factor, static_cast<double>(i));
    EXPECT_LT(std::abs(std::log(fit.penalty / aim)), std::log(2.0)) << i;
  }
  EXPECT_EQ(path.fits[0].radius, 0);
  EXPECT_EQ(path.fits[0].nonzeros, 0);
  EXPECT_EQ(path.fits[0].loss, path.loss_without_features);
  EXPECT_NEAR(path.fits[0].intercept[0], samples.targets.mean(), 1e-12);
}

// 40 samples, one informative feature and 39 of noise: held-out loss increases with the radius.
TEST(Path, EndsWhenHeldOutLossKeepsIncreasing) {
  const Matrix a = random_matrix(40, 40, 5);
  const Vector y = 2 * a.col(3) + random_matrix(40, 1, 6).col(0);
  const Samples samples{.features = std::make_shared<const Matrix>(a), .targets = y};
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(40), {});
  EXPECT_EQ(path.end, PathEnd::rising);
  EXPECT_GT(path.fits.back().penalty, 2e-3 * path.fits[0].penalty);
  const PathFit& best = path.fits[*path.best];
  for (std::size_t i = path.fits.size() - 5; i < path.fits.size(); ++i) {
    EXPECT_GT(path.fits[i].held_out_loss, best.held_out_loss + best.held_out_error);
  }
  EXPECT_FALSE(path.ends_too_soon() || path.is_no_better_than_null());
}

TEST(Path, SelectsNullModelForUninformativeFeatures) {
  const Matrix a = random_matrix(40, 30, 5);
  const Vector y = random_matrix(40, 1, 7).col(0);
  const Samples samples{.features = std::make_shared<const Matrix>(a), .targets = y};
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(30), {});
  EXPECT_EQ(path.fits[*path.one_standard_error].nonzeros, 0);
  // Given radii do not include the null model, and the message says so.
  const Path given = fit_path(samples, *least_squares_family(), l1_balls(30), {.radii = {2, 4, 8}});
  EXPECT_GT(given.fits[0].held_out_loss, given.held_out_loss_without_features);
  EXPECT_TRUE(given.is_no_better_than_null());
  EXPECT_EQ(given.held_out_loss_without_features, path.fits[0].held_out_loss);
}

// Standard deviations by two passes in long double.
TEST(Path, ConstantFeaturesAreNotScaled) {
  Matrix a = table();
  a.col(2).setConstant(0.1);
  a.col(4).setConstant(1e9 / 3);
  a.col(5).setZero();
  a.col(6) = 1e9 + a.col(0).array();
  // The sparse matrix stores a third of these entries, whose mean is far from 0.
  for (Index i = 0; i < kTableRows; ++i) a(i, 3) = i % 3 == 0 ? a(i, 3) + 5 : 0;
  Samples dense{.features = std::make_shared<const Matrix>(a), .targets = Vector::Ones(kTableRows)};
  Samples sparse = dense;
  sparse.features = std::make_shared<const SparseMatrix>(a.sparseView());
  for (unsigned seed = 0; seed < 50; ++seed) {
    dense.weights = sparse.weights = random_matrix(kTableRows, 1, seed).col(0).cwiseAbs();
    if (seed % 2 == 1) dense.weights[3] = sparse.weights[3] = 0;
    const Standardization one = measure_features(dense, true),
                          other = measure_features(sparse, true);
    for (Index j = 0; j < kTableColumns; ++j) {
      long double total = 0, mean = 0, squares = 0;
      for (Index i = 0; i < kTableRows; ++i) {
        total += dense.weights[i];
        mean += static_cast<long double>(dense.weights[i]) * a(i, j);
      }
      mean /= total;
      for (Index i = 0; i < kTableRows; ++i) {
        squares += dense.weights[i] * (a(i, j) - mean) * (a(i, j) - mean) / total;
      }
      const bool is_constant = j == 2 || j == 4 || j == 5;
      const double expected = is_constant ? 1 : static_cast<double>(std::sqrt(squares));
      EXPECT_NEAR(one.scale[j], expected, 1e-6 * expected) << j;
      EXPECT_NEAR(other.scale[j], expected, 1e-6 * expected) << j;
      if (is_constant) {
        EXPECT_EQ(one.center[j], a(0, j));
      }
    }
  }
}

TEST(Path, SparseAndDenseFeaturesAgree) {
  const Samples dense = regression();
  Samples sparse = dense;
  sparse.features = std::make_shared<const SparseMatrix>(table().sparseView());
  for (const bool standardize : {false, true}) {
    PathOptions options = exact();
    options.fit.standardize = standardize;
    const Path one = fit_path(dense, *least_squares_family(), l1_balls(kTableColumns), options);
    const Path other = fit_path(sparse, *least_squares_family(), l1_balls(kTableColumns), options);
    for (std::size_t i = 0; i < one.fits.size(); ++i) {
      EXPECT_NEAR(one.fits[i].loss, other.fits[i].loss, 1e-10);
      EXPECT_NEAR(one.fits[i].held_out_loss, other.fits[i].held_out_loss, 1e-6);
      EXPECT_NEAR(one.fits[i].intercept[0], other.fits[i].intercept[0], 1e-4);
    }
  }
}

TEST(Path, StandardizedFeaturesMakeUnitsIrrelevant) {
  const Samples samples = regression();
  Samples others = samples;
  Matrix a = table();
  a.col(1) = 1000 * a.col(1).array() - 5000;
  others.features = std::make_shared<const Matrix>(a);
  PathOptions options = exact();
  options.fit.standardize = true;
  const Path one = fit_path(samples, *least_squares_family(), l1_balls(kTableColumns), options);
  const Path other = fit_path(others, *least_squares_family(), l1_balls(kTableColumns), options);
  for (std::size_t i = 0; i < one.fits.size(); ++i) {
    EXPECT_NEAR(one.fits[i].held_out_loss, other.fits[i].held_out_loss, 1e-7);
    EXPECT_NEAR(one.fits[i].coefficients.coeff(1, 0), 1000 * other.fits[i].coefficients.coeff(1, 0),
                1e-5);
  }
}

// Few positives: for a tiny ball the intercept alone has to be the log odds.
TEST(Path, InterceptIsNotConstrained) {
  Samples samples = regression();
  samples.targets.setZero();
  samples.targets[7] = samples.targets[30] = 1;
  const Path path = fit_path(samples, *logistic_family(), l1_balls(kTableColumns), exact({1e-9}));
  EXPECT_NEAR(path.fits[0].intercept[0], std::log(2.0 / 58), 1e-6);
  EXPECT_NEAR(path.loss_without_features, -(2 * std::log(2.0 / 60) + 58 * std::log(58.0 / 60)) / 60,
              1e-12);
}

TEST(Path, LogisticLossesMatchCoefficients) {
  const Samples samples = classification(2);
  const Path path = fit_path(samples, *logistic_family(), l1_balls(kTableColumns), exact());
  for (const PathFit& fit : path.fits) {
    const Matrix z = predictions(samples, fit);
    double loss = 0, mean_error = 0, right = 0;
    for (Index i = 0; i < kTableRows; ++i) {
      const double label = samples.targets[i] == 1 ? 1 : -1;
      loss += std::log1p(std::exp(-label * z(i, 0))) / kTableRows;
      mean_error += label / (1 + std::exp(label * z(i, 0))) / kTableRows;
      right += (z(i, 0) > 0) == (label > 0) ? 1.0 / kTableRows : 0;
    }
    EXPECT_NEAR(fit.loss, loss, 1e-12);
    EXPECT_NEAR(mean_error, 0, 1e-10);
    EXPECT_EQ(fit.scores[0].first, "accuracy");
    EXPECT_NEAR(fit.scores[0].second, right, 1e-12);
  }
}

TEST(Path, SoftmaxSelectsSharedFeatures) {
  const Samples samples = classification(3);
  std::vector<std::vector<Index>> members(kTableColumns);
  for (Index j = 0; j < kTableColumns; ++j)
    members[j] = {j, kTableColumns + j, 2 * kTableColumns + j};
  const auto groups = std::make_shared<const Groups>(members);
  const SetOfRadius balls = [&](double radius) {
    return std::make_shared<GroupBall>(groups, WithinGroup::l2, radius);
  };
  PathOptions options = exact();
  options.fit.run.gap_tolerance = 1e-8;
  const Path path = fit_path(samples, *softmax_family(3), balls, options);
  for (const PathFit& fit : path.fits) {
    EXPECT_EQ(fit.status, Status::gap_reached);
    const Matrix z = predictions(samples, fit);
    double loss = 0, norms = 0;
    for (Index i = 0; i < kTableRows; ++i) {
      loss += std::log(z.row(i).array().exp().sum()) - z(i, static_cast<Index>(samples.targets[i]));
    }
    for (Index j = 0; j < kTableColumns; ++j) norms += Matrix(fit.coefficients).row(j).norm();
    EXPECT_NEAR(fit.loss, loss / kTableRows, 1e-12);
    EXPECT_LE(norms, fit.radius * (1 + 1e-9));
  }
}

TEST(Path, ReportsProgress) {
  PathOptions options = exact();
  std::vector<PathProgress> seen;
  options.progress = [&](const PathProgress& progress) { seen.push_back(progress); };
  fit_path(regression(), *least_squares_family(), l1_balls(kTableColumns), options);
  ASSERT_EQ(seen.size(), 25u);
  EXPECT_EQ(seen.back().fits_done, 25);
  EXPECT_EQ(seen.back().fits, 25);
  EXPECT_EQ(seen.back().fold, 3);
  EXPECT_EQ(seen.front().fold, -1);
}

TEST(Path, InterruptedPathKeepsCompleteRadii) {
  std::stop_source source;
  PathOptions options = exact();
  options.fit.run.interrupt = source.get_token();
  options.progress = [&](const PathProgress& progress) {
    if (progress.fits_done == 12) source.request_stop();
  };
  const Path path =
      fit_path(regression(), *least_squares_family(), l1_balls(kTableColumns), options);
  // Five fits per radius: two radii are complete, the third has no held-out loss.
  EXPECT_TRUE(path.interrupted);
  EXPECT_EQ(path.end, PathEnd::stopped);
  ASSERT_EQ(path.fits.size(), 3u);
  EXPECT_TRUE(path.best && *path.best < 2);
  EXPECT_TRUE(std::isnan(path.fits[2].held_out_loss));
}

TEST(Path, ModelPredictsLikeFit) {
  const Samples samples = regression();
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(kTableColumns), exact());
  const LinearModel model = path.model(2);
  EXPECT_LT((model.predict(samples.features) - predictions(samples, path.fits[2])).norm(), 1e-10);
  EXPECT_EQ(model.value, path.fits[2].loss);
}

TEST(Path, RejectsBadInput) {
  Samples samples = regression();
  const auto refused = [&](const Family& family, const PathOptions& options) {
    return acgd_test::refusal([&] { fit_path(samples, family, l1_balls(kTableColumns), options); });
  };
  EXPECT_EQ(refused(*least_squares_family(), {.folds = 1}),
            "folds = 1: must be 0, for none, or at least 2");
  EXPECT_EQ(refused(*least_squares_family(), {.fit = {.tolerance = 0}}),
            "tolerance = 0: must be positive and finite");
  EXPECT_EQ(refused(*least_squares_family(), {.radii = {2, 1}}),
            "radii[1] = 1: must be positive and finite, and above the one before it");
  samples.targets[3] = 2.5;
  EXPECT_NE(refused(*logistic_family(), {}).find("must be a class, from 0 to 1"),
            std::string::npos);
  samples.weights = Vector::Zero(kTableRows);
  EXPECT_EQ(refused(*least_squares_family(), {}), "weights: all of them are 0");
}

}  // namespace
}  // namespace acgd
