// Elastic-net paths: chosen radii, and fits that only the ridge penalty bounds.
#include <gtest/gtest.h>

#include "acgd/fit/path.hpp"
#include "fit/random_data.hpp"
#include "support/decompositions.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::l1_balls;
using acgd_test::random_matrix;

constexpr Index kNetRows = 60;
constexpr Index kNetColumns = 8;

Samples net_samples() {
  const Matrix a = random_matrix(kNetRows, kNetColumns, 21);
  const Vector y = 3 * a.col(1) - 2 * a.col(6) + random_matrix(kNetRows, 1, 22).col(0);
  return {.features = std::make_shared<const Matrix>(a), .targets = y};
}

/// Coefficients of the mean squared error plus l/2 ||x||^2 without a constraint.
Vector net_without_ball(const Samples& samples, double l) {
  const Matrix& a = *std::get<std::shared_ptr<const Matrix>>(samples.features);
  const Matrix h = 2 * a.transpose() * a / kNetRows + l * Matrix::Identity(a.cols(), a.cols());
  return acgd_test::solve(h, 2 * a.transpose() * samples.targets / kNetRows);
}

TEST(RidgePath, EndsWhereConstraintIsInactive) {
  const Samples samples = net_samples();
  PathOptions options{.folds = 0, .fit = {.intercept = false, .ridge = 1.5}};
  options.fit.run.gap_tolerance = 1e-10;
  const Path path = fit_path(samples, *least_squares_family(), l1_balls(kNetColumns), options);
  const Vector exact = net_without_ball(samples, 1.5);
  // Where the multiplier of the ball is 1e-3 of its largest value, the constraint has almost no
  // effect.
  EXPECT_NEAR(path.fits.back().radius, exact.lpNorm<1>(), 0.02 * exact.lpNorm<1>());
  EXPECT_LE((Matrix(path.fits.back().coefficients).col(0) - exact).norm(), 0.02 * exact.norm());
  double before = 0;
  for (const PathFit& fit : path.fits) {
    EXPECT_GE(fit.radius, before);
    before = fit.radius;
    EXPECT_TRUE(is_usable(fit.status));
    // Loss without the ridge penalty, from the coefficients.
    const Matrix& a = *std::get<std::shared_ptr<const Matrix>>(samples.features);
    const Vector e = a * Matrix(fit.coefficients).col(0) - samples.targets;
    EXPECT_NEAR(fit.loss, e.squaredNorm() / kNetRows, 1e-10);
  }
}

// At the unconstrained minimum the value is <y, y - A x> / m: the derivative with respect to a
// factor of x is zero there.
TEST(RidgePath, ModelReportsMinimisedObjective) {
  const Samples samples = net_samples();
  const Matrix& a = *std::get<std::shared_ptr<const Matrix>>(samples.features);
  for (const bool standardize : {false, true}) {
    PathOptions options{.radii = {100}, .folds = 0, .fit = {.intercept = false, .ridge = 1.5}};
    options.fit.standardize = standardize;
    options.fit.run.gap_tolerance = 1e-11;
    const LinearModel model =
        fit_path(samples, *least_squares_family(), l1_balls(kNetColumns), options).model(0);
    EXPECT_EQ(model.ridge, 1.5);
    const Vector left = samples.targets - a * Matrix(model.coefficients).col(0);
    EXPECT_NEAR(model.value, samples.targets.dot(left) / kNetRows, 1e-8);
  }
}

TEST(RidgePath, ZeroRidgeGivesSameBits) {
  const Samples samples = net_samples();
  const PathOptions options{.count = 8, .folds = 3};
  PathOptions zero = options;
  zero.fit.ridge = 0;
  const Path one = fit_path(samples, *least_squares_family(), l1_balls(kNetColumns), options);
  const Path other = fit_path(samples, *least_squares_family(), l1_balls(kNetColumns), zero);
  for (std::size_t i = 0; i < one.fits.size(); ++i) {
    EXPECT_EQ(one.fits[i].loss, other.fits[i].loss);
    EXPECT_EQ(one.fits[i].held_out_loss, other.fits[i].held_out_loss);
  }
}

TEST(RidgePath, RejectsNegativeRidge) {
  EXPECT_EQ(acgd_test::refusal([] {
              fit_path(net_samples(), *least_squares_family(), l1_balls(kNetColumns),
                       {.fit = {.ridge = -0.5}});
            }),
            "ridge = -0.5: must be >= 0 and finite");
}

}  // namespace
}  // namespace acgd
