// The infimum of a loss: a lower bound of all values that is approached.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "acgd/objective/losses.hpp"
#include "objective/loss_cases.hpp"

namespace acgd {
namespace {

TEST(LossInfimum, IsApproachedByBestPredictions) {
  constexpr Index kInfimumSamples = 20;
  std::mt19937_64 random(5);
  const Vector weights = Vector::LinSpaced(kInfimumSamples, 0, 2);
  for (const LossCase& loss : every_loss()) {
    Vector y(kInfimumSamples);
    for (double& value : y) value = loss.draw(random);
    long double lowest = 0;
    for (Index i = 0; i < kInfimumSamples; ++i) {
      long double best = std::numeric_limits<long double>::infinity();
      for (int k = -4000; k <= 4000; ++k) best = std::min(best, loss.value(k * 0.01L, y[i]));
      lowest += weights[i] * best;
    }
    const auto made = loss.make(y, {.scaling = Scaling::sum, .weights = weights});
    EXPECT_LE(made->infimum(), static_cast<double>(lowest) + 1e-12) << loss.label;
    EXPECT_NEAR(made->infimum(), static_cast<double>(lowest), 2e-3) << loss.label;
  }
}

TEST(LossInfimum, OfFlowsIsFiniteForFreeEmptyLinks) {
  const LinkCost road{.free_flow_time = 1, .b = 0.15, .power = 4, .capacity = 2};
  EXPECT_EQ(BeckmannLoss({road}).infimum(), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(BeckmannLoss({LinkCost{}}).infimum(), 0);
}

}  // namespace
}  // namespace acgd
