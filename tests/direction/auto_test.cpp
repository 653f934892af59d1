// The rule that `auto` selects for each problem.
#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/solve/solve.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

TEST(Auto, ChoosesByObjectiveAndSet) {
  const Quadratic f(Matrix(Matrix::Identity(3, 3)), Vector(Vector::Ones(3)));
  const Function black_box(
      3, [](const Vector& x) { return x.squaredNorm() + x.sum(); },
      [](const Vector& x, Vector& g) { g = 2 * x.array() + 1; });
  EXPECT_EQ(minimize(f, L1Ball(3)).direction, "corrective");
  EXPECT_EQ(minimize(black_box, L1Ball(3), Vector::Zero(3)).direction, "blended-pairwise");
  EXPECT_EQ(minimize(f, L2Ball(3)).direction, "frank-wolfe");
  // Curvature within a group, none between groups.
  const GroupBall groups(Groups({{0, 1}, {2}}));
  EXPECT_EQ(minimize(f, groups).direction, "corrective");
  EXPECT_EQ(minimize(black_box, groups, Vector::Zero(3)).direction, "frank-wolfe");
  EXPECT_EQ(minimize(f, Shifted(groups, Vector::Ones(3))).direction, "corrective");
  EXPECT_EQ(minimize(f, Scaled(groups, 2.0)).direction, "corrective");
  EXPECT_EQ(descend(f, L1Ball(3), Vector::Zero(3)).direction, "steepest-descent");
}

}  // namespace
}  // namespace acgd_test
