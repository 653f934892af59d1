// Paths over radii against separate runs, and against paths in closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/fit/path.hpp"
#include "acgd/norm/norm.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/models.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "fit/random_data.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using acgd_test::l1_balls;
using acgd_test::random_matrix;

constexpr Index kFeatures = 30;

LeastSquares least_squares() {
  const Matrix a = random_matrix(40, kFeatures, 1);
  const Vector b = 3 * a.col(2) - 2 * a.col(5) + random_matrix(40, 1, 2).col(0);
  return LeastSquares(a, b, {.factor = 1.0 / 40});
}

Composite logistic_regression() {
  const Matrix a = random_matrix(60, kFeatures, 3);
  const Vector noise = random_matrix(60, 1, 4).col(0);
  const Vector labels =
      (a.col(1) - a.col(4) + noise).unaryExpr([](double z) { return z > 0 ? 1.0 : -1.0; });
  return logistic(a, labels);
}

const Options kExact{.gap_tolerance = 1e-10};

void expect_same_as_alone(const Objective& f, const SetOfRadius& set) {
  const std::vector<double> radii = {0.1, 0.5, 1, 2, 4, 8};
  const std::vector<RadiusFit> fits = follow(f, set, radii, kExact);
  ASSERT_EQ(fits.size(), radii.size());
  for (const RadiusFit& fit : fits) {
    const auto here = set(fit.radius);
    const Result alone = solve(Mode::constrained, f, *here, here->start(), kExact);
    EXPECT_EQ(fit.result.status, Status::gap_reached) << fit.radius;
    EXPECT_NEAR(fit.result.value, alone.value, 1e-10) << fit.radius;
    EXPECT_LE(here->violation(fit.result.x).distance, 1e-12) << fit.radius;
  }
}

TEST(Follow, MatchesSeparateRuns) {
  expect_same_as_alone(least_squares(), l1_balls(kFeatures));
  expect_same_as_alone(logistic_regression(), l1_balls(kFeatures));
}

TEST(Follow, GrowsSetsWithoutZero) {
  expect_same_as_alone(least_squares(),
                       [](double radius) { return std::make_shared<Simplex>(kFeatures, radius); });
}

TEST(Follow, GrowsSparseAtoms) {
  std::vector<std::vector<Index>> members(10);
  for (Index j = 0; j < kFeatures; ++j) members[static_cast<std::size_t>(j) / 3].push_back(j);
  const auto groups = std::make_shared<const Groups>(members);
  expect_same_as_alone(least_squares(), [&](double radius) {
    return std::make_shared<GroupBall>(groups, WithinGroup::linf, radius);
  });
}

// ||x - b||^2 over the l1 ball: soft thresholding of b by a constant for which the norm is the
// radius.
TEST(Follow, MatchesClosedFormForIdentityMap) {
  const Vector b{{3, -1, 0.5, 2}};
  const LeastSquares f(Matrix::Identity(4, 4), b);
  for (const RadiusFit& fit :
       follow(f, l1_balls(4), std::vector{0.5, 2.0, 3.5, 5.0, 9.0}, kExact)) {
    double low = 0, high = 3;  // bracket of the threshold
    for (int k = 0; k < 100; ++k) {
      const double middle = 0.5 * (low + high);
      const double sum = (b.array().abs() - middle).max(0.0).sum();
      (sum > fit.radius ? low : high) = middle;
    }
    for (Index j = 0; j < 4; ++j) {
      const double size = std::max(std::abs(b[j]) - high, 0.0);
      EXPECT_NEAR(fit.result.x[j], std::copysign(size, b[j]), 1e-5) << fit.radius;
    }
  }
}

// A sparse problem of 300 features, of which a separate run has to find 30.
TEST(Follow, CostsLessThanSeparateRuns) {
  const Matrix a = random_matrix(200, 300, 6);
  const Vector b = a.leftCols(30) * Vector::LinSpaced(30, 1, 3) + random_matrix(200, 1, 7).col(0);
  const LeastSquares f(a, b);
  std::vector<double> radii;
  for (int k = 0; k < 10; ++k) radii.push_back(55 * std::pow(1.1, k - 9));
  const Options options{
      .direction = Pairwise{}, .max_iterations = 100000, .relative_gap_tolerance = 1e-4};
  const auto cold_calls = [&](double radius) {
    const L1Ball ball(300, radius);
    return solve(Mode::constrained, f, ball, Vector(Vector::Zero(300)), options)
        .counts.oracle_calls;
  };
  std::int64_t calls = 0, cold = 0;
  for (const RadiusFit& fit : follow(f, l1_balls(300), radii, options)) {
    ASSERT_EQ(fit.result.status, Status::gap_reached);
    calls += fit.result.counts.oracle_calls;
    cold += cold_calls(fit.radius);
  }
  EXPECT_LT(4 * calls, 3 * cold);
}

TEST(Follow, EndsWhenRequested) {
  int seen = 0;
  const auto fits = follow(least_squares(), l1_balls(kFeatures), std::vector{1.0, 2.0, 3.0}, {},
                           [&](const RadiusFit&) { return ++seen == 2; });
  EXPECT_EQ(fits.size(), 2u);
}

TEST(Follow, EndsWhenRunIsInterrupted) {
  std::stop_source source;
  Options options{.interrupt = source.get_token()};
  source.request_stop();
  const auto fits = follow(least_squares(), l1_balls(kFeatures), std::vector{1.0, 2.0}, options);
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0].result.status, Status::interrupted);
}

TEST(Follow, RejectsDescendingRadii) {
  const LeastSquares f = least_squares();
  const auto refused = [&](std::vector<double> radii) {
    return acgd_test::refusal([&] { follow(f, l1_balls(kFeatures), radii, {}); });
  };
  EXPECT_EQ(refused({}), "radii: there are none");
  EXPECT_EQ(refused({1, 1}),
            "radii[1] = 1: must be positive and finite, and above the one before it");
  EXPECT_EQ(refused({0}), "radii[0] = 0: must be positive and finite, and above the one before it");
  EXPECT_EQ(refused({NAN}),
            "radii[0] = nan: must be positive and finite, and above the one before it");
}

}  // namespace
}  // namespace acgd
