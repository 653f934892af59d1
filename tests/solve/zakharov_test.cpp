// The paper's claim about Zakharov's function: both adaptive rules end below backtracking.
#include <gtest/gtest.h>

#include <random>

#include "acgd/objective/test_functions.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"

namespace acgd {
namespace {

class ZakharovFrom : public ::testing::TestWithParam<unsigned> {
 protected:
  static double final_value(const StepChoice& step) {
    constexpr Index n = 1000;
    std::mt19937_64 random(GetParam());
    std::normal_distribution<double> normal;
    const Vector x0 = Vector::NullaryExpr(n, [&] { return normal(random); });
    const Options options{.step = step, .max_iterations = 3000};
    return descend(Zakharov(n), L2Ball(n, 1.0), x0, options).value;
  }
};

// Plain runs end 2.3 to 12 below.
TEST_P(ZakharovFrom, GaussianPointAdaptiveRulesEndWellBelowBacktracking) {
  const double backtracking = final_value(Backtracking{});
  EXPECT_LT(final_value(AdaptiveConstant{.delta = 1e-10}), backtracking - 1.5);
  EXPECT_LT(final_value(AdaptiveAdjustable{.delta = 1e-10}), backtracking - 1.5);
  // L decreases from 1e17 to 1e8: the default delta must follow.
  EXPECT_LT(final_value(AdaptiveConstant{}), backtracking - 1.5);
  EXPECT_LT(final_value(AdaptiveAdjustable{}), backtracking - 1.5);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ZakharovFrom, ::testing::Values(1, 2, 3, 4, 5));

}  // namespace
}  // namespace acgd
