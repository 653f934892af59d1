#include "problem/scores.hpp"

#include <gtest/gtest.h>

#include <random>

namespace acgd::problem {
namespace {

TEST(Scores, AccuracyCountsSigns) {
  EXPECT_EQ(accuracy(Vector{{1, -1, 2, 0}}, Vector{{1, 1, 1, 0}}), 0.75);
}

TEST(Scores, AreaUnderTheCurveIsTheShareOfPairsInOrder) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    Vector predictions(30), labels(30);
    for (Index i = 0; i < 30; ++i) {
      predictions[i] = static_cast<double>(random() % 10);  // ties are likely
      labels[i] = random() % 3 == 0 ? 1 : -1;
    }
    double pairs = 0, good = 0;
    for (Index i = 0; i < 30; ++i) {
      for (Index j = 0; j < 30; ++j) {
        if (labels[i] <= 0 || labels[j] > 0) continue;
        pairs += 1;
        if (predictions[i] > predictions[j]) good += 1;
        if (predictions[i] == predictions[j]) good += 0.5;
      }
    }
    EXPECT_NEAR(area_under_curve(predictions, labels), good / pairs, 1e-14);
  }
}

TEST(Scores, OneClassHasNoCurve) {
  EXPECT_TRUE(std::isnan(area_under_curve(Vector{{1, 2}}, Vector{{1, 1}})));
}

TEST(Scores, ErrorsAreMeanSquaresAndMeanSizes) {
  EXPECT_DOUBLE_EQ(root_mean_square(Vector{{3, -4, 0, 0}}), 2.5);
  EXPECT_DOUBLE_EQ(mean_absolute(Vector{{3, -4, 0, 0}}), 1.75);
}

}  // namespace
}  // namespace acgd::problem
