// The largest f - gap of a run: a lower bound of the minimum where f is convex.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/objective/function.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "support/same_bits.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

/// |x - c|^2 / 2, declared convex or not.
class MaybeConvex final : public Objective {
 public:
  MaybeConvex(Vector c, bool says_convex) : c_(std::move(c)), says_convex_(says_convex) {}
  Index dimension() const override { return c_.size(); }
  double value(const Vector& x) const override { return 0.5 * (x - c_).squaredNorm(); }
  void gradient(const Vector& x, Vector& g) const override { g = x - c_; }
  bool is_convex() const override { return says_convex_; }

 private:
  Vector c_;
  bool says_convex_;
};

const Vector kCentre{{0.7, 0.4, -0.2}};
// The nearest point is (0.65, 0.35, 0).
const double kLeast = 0.5 * (2 * 0.05 * 0.05 + 0.2 * 0.2);

/// A rule with increases of f and of the gap.
Options wandering() {
  return {.direction = acgd_test::Straight{},
          .step = OpenLoop{},
          .max_iterations = 40,
          .gap_tolerance = 0,
          .trace = true};
}

TEST(LowerBound, IsLargestValueMinusGap) {
  const Result result =
      minimize(MaybeConvex(kCentre, true), Simplex(3), Vector::Unit(3, 2), wandering());
  double largest = -std::numeric_limits<double>::infinity();
  bool fell = false;
  for (const Record& row : result.trace) {
    fell = fell || row.value - row.gap < largest;
    largest = std::max(largest, row.value - row.gap);
    EXPECT_EQ(row.lower_bound, largest) << row.iteration;
    EXPECT_LE(row.lower_bound, kLeast) << row.iteration;
  }
  EXPECT_TRUE(fell) << "a run whose f - gap never falls shows nothing";
  EXPECT_EQ(result.lower_bound, largest);
  EXPECT_NEAR(result.lower_bound, kLeast, 0.01);
}

TEST(LowerBound, IsAbsentIfNotValid) {
  const Result unknown =
      minimize(MaybeConvex(kCentre, false), Simplex(3), Vector::Unit(3, 2), wandering());
  EXPECT_TRUE(std::isnan(unknown.lower_bound));
  const Result free =
      descend(MaybeConvex(kCentre, true), L2Ball(3, 1.0), Vector::Unit(3, 2), wandering());
  EXPECT_TRUE(std::isnan(free.lower_bound)) << "a norm of the gradient bounds nothing";
  for (const Result& result : {unknown, free}) {
    for (const Record& row : result.trace) EXPECT_TRUE(std::isnan(row.lower_bound));
  }
}

TEST(LowerBound, IsSavedInCheckpoints) {
  const MaybeConvex f(kCentre, true);
  const auto run = [&](const Options& options) {
    return minimize(f, Simplex(3), Vector::Unit(3, 2), options);
  };
  const Result whole = run(wandering());
  for (const Index stop : {1, 2, 7, 39}) {
    const Result resumed = acgd_test::resumed_at(stop, wandering(), run);
    EXPECT_EQ(resumed.lower_bound, whole.lower_bound);
    ASSERT_EQ(resumed.trace.size(), whole.trace.size());
    for (std::size_t k = 0; k < whole.trace.size(); ++k) {
      EXPECT_EQ(resumed.trace[k].lower_bound, whole.trace[k].lower_bound) << k;
    }
  }
}

}  // namespace
}  // namespace acgd
