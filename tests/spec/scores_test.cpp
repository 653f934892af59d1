#include <gtest/gtest.h>

#include "app/spec/predictions.hpp"

namespace acgd::problem {
namespace {

TEST(Scores, ErrorsAreMeanSquaredAndMeanAbsolute) {
  EXPECT_DOUBLE_EQ(root_mean_square(Vector{{3, -4, 0, 0}}), 2.5);
  EXPECT_DOUBLE_EQ(mean_absolute(Vector{{3, -4, 0, 0}}), 1.75);
}

}  // namespace
}  // namespace acgd::problem
