#include <gtest/gtest.h>

#include <cmath>

#include "acgd/fit/samples.hpp"

namespace acgd {
namespace {

TEST(Scores, AccuracyCountsCorrectPredictions) {
  const Vector predicted{{0, 1, 2, 1}}, classes{{0, 1, 1, 1}};
  EXPECT_DOUBLE_EQ(accuracy(predicted, classes), 0.75);
  EXPECT_DOUBLE_EQ(accuracy(predicted, classes, Vector{{1, 1, 2, 0}}), 0.5);
}

// All pairs, one by one.
double pairs_won(const Vector& z, const Vector& classes, const Vector& w) {
  double won = 0, all = 0;
  for (Index i = 0; i < z.size(); ++i) {
    for (Index j = 0; j < z.size(); ++j) {
      if (classes[i] != 1 || classes[j] != 0) continue;
      all += w[i] * w[j];
      won += w[i] * w[j] * (z[i] > z[j] ? 1 : z[i] == z[j] ? 0.5 : 0);
    }
  }
  return won / all;
}

TEST(Scores, AreaUnderCurveIsShareOfOrderedPairs) {
  const Vector z{{0.3, -1, 0.3, 2, 2, 0, 0.3, -4}}, classes{{1, 0, 0, 1, 0, 0, 1, 1}};
  const Vector w{{1, 2, 0.5, 1, 3, 1, 0, 2}};
  EXPECT_DOUBLE_EQ(area_under_curve(z, classes), pairs_won(z, classes, Vector::Ones(8)));
  EXPECT_DOUBLE_EQ(area_under_curve(z, classes, w), pairs_won(z, classes, w));
  EXPECT_TRUE(std::isnan(area_under_curve(z, Vector::Ones(8))));
}

TEST(Scores, OfMeanAndOfTargets) {
  const Vector targets{{1, 2, 6}};
  EXPECT_DOUBLE_EQ(r_squared(targets, targets), 1);
  EXPECT_NEAR(r_squared(Vector::Constant(3, 3), targets), 0, 1e-15);
  EXPECT_DOUBLE_EQ(root_mean_square_error(Vector::Constant(3, 3), targets), std::sqrt(14.0 / 3));
  EXPECT_DOUBLE_EQ(mean_absolute_error(Vector::Constant(3, 3), targets), 2);
}

TEST(Scores, WeightOfTwoEqualsDuplicateSample) {
  const Vector z{{1, 2, 3}}, targets{{2, 2, 5}}, weights{{2, 1, 0}};
  const Vector z_twice{{1, 1, 2}}, targets_twice{{2, 2, 2}};
  EXPECT_DOUBLE_EQ(root_mean_square_error(z, targets, weights),
                   root_mean_square_error(z_twice, targets_twice));
  EXPECT_DOUBLE_EQ(mean_absolute_error(z, targets, weights),
                   mean_absolute_error(z_twice, targets_twice));
}

TEST(Scores, OfConstantTargets) {
  const Vector same = Vector::Constant(3, 5);
  EXPECT_EQ(r_squared(same, same), 1);
  EXPECT_EQ(r_squared(Vector::Zero(3), same), 0);
}

}  // namespace
}  // namespace acgd
