#include "acgd/oracle/oracle.hpp"

#include "acgd/core/gradient.hpp"
#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

TEST(LmoResult, MemoryIsSeparateByType) {
  LmoResult lmo;
  lmo.memory<std::vector<int>>().push_back(3);
  EXPECT_EQ(lmo.memory<std::vector<int>>().size(), 1u);
  EXPECT_EQ(lmo.memory<double>(), 0);
}

TEST(Oracle, ContainsUpToTolerance) {
  const L1Ball ball(2);
  EXPECT_TRUE(ball.contains(vec({1 + 1e-10, 0})));
  EXPECT_FALSE(ball.contains(vec({1 + 1e-8, 0})));
  EXPECT_TRUE(ball.contains(vec({1 + 1e-8, 0}), 1e-7));
}

TEST(Oracle, ClosedFormRejectsSparseGradient) {
  auto pattern = std::make_shared<SparsityPattern>(SparsityPattern{1, 2, {0, 1, 1}, {0}});
  LmoResult lmo;
  EXPECT_NE(refusal([&] { L1Ball(2).minimize(Gradient(pattern), lmo); }), "");
}

}  // namespace
}  // namespace acgd
