#include "acgd/oracle/balls.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Ellipsoid some_ellipsoid(Index n, double center) {
  Vector radii(n);
  for (Index i = 0; i < n; ++i) radii[i] = std::pow(10.0, static_cast<double>(i % 3) - 1);
  return Ellipsoid(Vector::Constant(n, center), radii);
}

TEST(Ellipsoid, PassesChecker) {
  for (const Index n : {1, 2, 3, 8, 40}) {
    expect_passes(some_ellipsoid(n, 0));
    expect_passes(some_ellipsoid(n, -3));
  }
}

// Every point of the boundary is c + r u with ||u|| = 1.
TEST(Ellipsoid, LmoMatchesBestBoundaryPoint) {
  const Ellipsoid set(vec({1, -2}), vec({3, 0.5}));
  std::mt19937_64 random(7);
  for (int round = 0; round < 50; ++round) {
    const Vector g = test_gradient(2, false, random);
    double best = infinity;
    for (int k = 0; k < 20000; ++k) {
      const double angle = k * 3.14159265358979 / 10000;
      best = std::min(best, g[0] * (1 + 3 * std::cos(angle)) + g[1] * (0.5 * std::sin(angle) - 2));
    }
    EXPECT_NEAR(linear_minimizer(set, g).dot(g), best, 1e-6);
    EXPECT_LE(linear_minimizer(set, g).dot(g), best);
  }
}

TEST(Ellipsoid, AgreesWithHandComputation) {
  // r g = (3, 4) of length 5: c - r (3, 4) / 5.
  const Vector v = linear_minimizer(Ellipsoid(vec({1, 1}), vec({1, 2})), vec({3, 2}));
  EXPECT_NEAR(v[0], 1 - 0.6, 1e-15);
  EXPECT_NEAR(v[1], 1 - 1.6, 1e-15);
}

TEST(Ellipsoid, ZeroGradientGivesCentre) {
  EXPECT_EQ(linear_minimizer(some_ellipsoid(4, 2), Vector::Zero(4)), Vector::Constant(4, 2));
}

TEST(Ellipsoid, StaysInsideForExtremeGradientsAndRadii) {
  const Ellipsoid wide(vec({0, 0, 0}), vec({1e150, 1, 1e-150}));
  for (const double size : {1e-320, 1e-300, 1.0, 1e300}) {
    const Vector v = linear_minimizer(wide, size * vec({1, -1, 1}));
    EXPECT_TRUE(v.allFinite()) << size;
    EXPECT_NEAR(v[0], -1e150, 1e135) << size;
    EXPECT_TRUE(wide.contains(v, 1e135)) << size;
  }
  const Vector across = linear_minimizer(wide, vec({0, 0, -1}));
  EXPECT_NEAR(across[2], 1e-150, 1e-165);
}

TEST(Ellipsoid, IsL2BallForEqualRadii) {
  const Vector g = vec({0.3, -1.7, 2.2, 0});
  const Ellipsoid round(Vector::Zero(4), Vector::Constant(4, 3));
  EXPECT_LE((linear_minimizer(round, g) - linear_minimizer(L2Ball(4, 3), g)).norm(), 1e-15);
}

TEST(Ellipsoid, HasExpectedProperties) {
  const Ellipsoid set(vec({0, 0}), vec({3, 0.5}));
  EXPECT_EQ(set.name(), "ellipsoid of radii from 0.5 to 3 in R^2");
  EXPECT_TRUE(set.is_norm_ball());
  EXPECT_FALSE(set.is_polytope());
  EXPECT_FALSE(Ellipsoid(vec({0, 1e-9}), vec({3, 0.5})).is_norm_ball());
}

TEST(Ellipsoid, ReportsViolation) {
  const Ellipsoid set(vec({1, 0}), vec({3, 4}));
  EXPECT_EQ(set.violation(vec({4, 0})).distance, 0);
  EXPECT_EQ(set.violation(vec({4, 0})).detail, "");
  EXPECT_NEAR(set.violation(vec({1, -8})).distance, 4, 1e-15);
  EXPECT_EQ(set.violation(vec({1, -8})).detail, "the sum of ((x_i - c_i) / r_i)^2 is 4, above 1");
  EXPECT_NEAR(set.violation(vec({7, 8})).distance, 10 * (1 - 1 / std::sqrt(8)), 1e-14);
  EXPECT_FALSE(set.contains(vec({not_a_number, 0})));
}

TEST(Ellipsoid, RecenterCorrectsRounding) {
  const Ellipsoid set(vec({1, 0}), vec({3, 4}));
  Vector x = vec({1, 4 * (1 + 1e-13)});
  EXPECT_TRUE(set.recenter(x));
  EXPECT_NEAR(x[1], 4, 1e-15);
  EXPECT_FALSE(set.recenter(x));
  x[1] = 4 * (1 + 1e-9);
  EXPECT_FALSE(set.recenter(x));
  x[1] = not_a_number;
  EXPECT_FALSE(set.recenter(x));
}

TEST(Ellipsoid, RejectsBadArguments) {
  EXPECT_EQ(refusal([] {
              Ellipsoid(vec({0, 0}), vec({1, 0}));
            }),
            "radii[1] = 0: must be positive and finite");
  EXPECT_EQ(refusal([] {
              Ellipsoid(vec({0, 0}), vec({infinity, 1}));
            }),
            "radii[0] = inf: must be positive and finite");
  EXPECT_EQ(refusal([] {
              Ellipsoid(vec({0, not_a_number}), vec({1, 1}));
            }),
            "center[1] = nan: must be finite");
  EXPECT_EQ(refusal([] {
              Ellipsoid(vec({0, 0}), vec({1}));
            }),
            "radii: has 1 entries, must have as many as center, 2");
  EXPECT_EQ(refusal([] { Ellipsoid(Vector(), Vector()); }),
            "size of center = 0: must be at least 1");
}

}  // namespace
}  // namespace acgd
