#include "acgd/oracle/custom_set.hpp"

#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// The ellipse x^2 / 4 + y^2 <= 1, whose minimiser is -D g / ||g||_D with D = diag(4, 1).
CustomSet ellipse() {
  return CustomSet(2,
                   [](const Vector& g) -> Vector {
                     const Vector stretched = vec({4 * g[0], g[1]});
                     const double length = std::sqrt(g.dot(stretched));
                     return length > 0 ? Vector(-stretched / length) : Vector(Vector::Zero(2));
                   },
                   {.name = "ellipse",
                    .violation = [](ConstVectorRef x) { return std::hypot(x[0] / 2, x[1]) - 1; },
                    .is_norm_ball = true,
                    .start = vec({2, 0})});
}

TEST(CustomSet, PassesChecker) { expect_passes(ellipse()); }

TEST(CustomSet, PassesCheckerWithoutMembership) {
  expect_passes(CustomSet(3, [](const Vector& g) -> Vector { return -g.stableNormalized(); }));
  expect_passes(CustomSet(1, [](const Vector& g, Vector& v) { v[0] = g[0] > 0 ? -1 : 2; }));
}

TEST(CustomSet, HasDeclaredProperties) {
  const CustomSet set = ellipse();
  EXPECT_EQ(set.name(), "ellipse");
  EXPECT_TRUE(set.is_norm_ball());
  EXPECT_EQ(set.start().to_dense(), vec({2, 0}));
  EXPECT_EQ(set.violation(vec({0, 1})).distance, 0);
  EXPECT_EQ(set.violation(vec({6, 0})).detail, "x is outside by 2");
}

TEST(CustomSet, HasNoUndeclaredProperties) {
  const CustomSet set(2, [](const Vector& g) -> Vector { return -g; });
  EXPECT_TRUE(std::isnan(set.violation(vec({5, 5})).distance));
  EXPECT_TRUE(set.contains(vec({5, 5})));
  EXPECT_FALSE(set.contains(vec({5, not_a_number})));
  EXPECT_FALSE(set.is_norm_ball());
}

TEST(CustomSet, RejectsBadArguments) {
  const auto fine = [](const Vector& g) -> Vector { return -g; };
  EXPECT_EQ(refusal([&] { CustomSet(0, fine); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { CustomSet(2, CustomSet::MinimizerReturned()); }),
            "minimizer = empty: must be callable");
  EXPECT_EQ(refusal([&] { CustomSet(2, fine, {.start = vec({1})}); }),
            "start: has 1 entries, must have 2, the dimension of the custom set");
  EXPECT_EQ(refusal([&] {
              CustomSet(2, fine, {.start = vec({1, infinity})});
            }),
            "start[1] = inf: must be finite");
}

TEST(CustomSet, RejectsVertexOfWrongSize) {
  const CustomSet set(2, [](const Vector&) -> Vector { return Vector::Zero(3); });
  EXPECT_EQ(refusal([&] { linear_minimizer(set, Vector::Ones(2)); }),
            "minimizer: returned 3 entries, must return 2, the dimension");
}

}  // namespace
}  // namespace acgd
