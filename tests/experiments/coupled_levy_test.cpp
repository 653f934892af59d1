#include "experiments/coupled_levy.hpp"

#include <gtest/gtest.h>

#include "acgd/core/error.hpp"
#include "acgd/testing/check_gradient.hpp"
#include "experiments/random.hpp"

namespace acgd::experiments {
namespace {

TEST(CoupledLevy, HasItsMinimumAtOnes) {
  const CoupledLevy f(5);
  Vector g(5);
  f.gradient(Vector::Ones(5), g);
  EXPECT_EQ(f.value(Vector::Ones(5)), 0);
  EXPECT_EQ(g.norm(), 0);
}

TEST(CoupledLevy, HasTheValuesOfItsFormula) {
  // w = (2, 1.5): sin^2(2 pi) + 1 (1 + 10 sin^2(1.5 pi)) + 1/4 (1 + sin^2(3 pi))
  EXPECT_NEAR(CoupledLevy(2).value(Vector{{5, 3}}), 11.25, 1e-12);
  // w = 1.25: sin^2(1.25 pi) + 1/16 (1 + sin^2(2.5 pi))
  EXPECT_NEAR(CoupledLevy(1).value(Vector{{2}}), 0.5 + 0.125, 1e-12);
}

TEST(CoupledLevy, HasTheGradientOfItsValue) {
  const Vector x = Random("levy test", 1).uniform_vector(6, -10, 10);
  EXPECT_EQ(check_gradient(CoupledLevy(6), x), std::vector<std::string>{});
}

TEST(CoupledLevy, NeedsAVariable) { EXPECT_THROW(CoupledLevy(0), InvalidInput); }

}  // namespace
}  // namespace acgd::experiments
