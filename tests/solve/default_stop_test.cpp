// Where runs end that say nothing about it: at the same point, whatever the units of f and x.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/objective/function.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "acgd/solve/minimize.hpp"
#include "acgd/step/backtracking.hpp"
#include "support/straight.hpp"

namespace acgd {
namespace {

/// unit * (offset + |x - c|^2 / 2)
Function distance_to(const Vector& c, double offset, double unit) {
  return Function(
      c.size(), [=](const Vector& x) { return unit * (offset + 0.5 * (x - c).squaredNorm()); },
      [=](const Vector& x, Vector& g) { g = unit * (x - c); });
}

Options searching() { return {.direction = acgd_test::Straight{}, .step = Backtracking{}}; }

// Powers of two change no digit of f, so the runs are the same, step by step.
TEST(DefaultStop, IsTheSameInEveryUnitOfTheFunction) {
  for (const double offset : {1.0, -0.5}) {
    const Vector outside{{1.4, 0.8}};
    const auto run = [&](double unit) {
      return minimize(distance_to(outside, offset, unit), L2Ball(2, 1.0), -Vector::Unit(2, 0),
                      searching());
    };
    const Result one = run(1);
    EXPECT_EQ(one.status, Status::gap_reached) << one.message;
    EXPECT_GT(one.counts.iterations, 3);
    for (const double unit : {0x1p-60, 0x1p60}) {
      const Result other = run(unit);
      EXPECT_EQ(other.status, Status::gap_reached) << other.message;
      EXPECT_EQ(other.counts.iterations, one.counts.iterations) << unit;
      EXPECT_EQ(other.gap, unit * one.gap);
      const double least = unit * (offset + 0.5 * std::pow(outside.norm() - 1, 2));
      EXPECT_NEAR(other.value, least, 1.1e-6 * std::abs(least));
    }
  }
}

TEST(DefaultStop, EndsWhereTheMinimumIsZero) {
  for (const double unit : {0x1p-60, 1.0, 0x1p60}) {
    const Vector inside{{0.1, 0.2}};
    const Result result =
        minimize(distance_to(inside, 0, unit), L2Ball(2, 1.0), Vector::Unit(2, 0), searching());
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_NE(result.message.find("the first gap"), std::string::npos) << result.message;
    // The first gap is <g, x - v> = (0.9, -0.2)(1, 0) + |(0.9, -0.2)|.
    EXPECT_LE(result.gap, 1e-9 * unit * (0.9 + std::sqrt(0.85)));
    EXPECT_LE(result.value, result.gap);
  }
}

TEST(DefaultStop, OverAllOfSpaceIsAMillionthOfTheFirstGradient) {
  for (const double unit : {0x1p-60, 1.0, 0x1p60}) {
    const Vector c{{3, -4}};
    // Of 1e3 units |f| itself is 1e6 times as large as any norm that the run ends at.
    const Result result =
        descend(distance_to(c, 1e3, unit), L2Ball(2, 1.0), Vector::Zero(2), searching());
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_LE((result.x - c).norm(), 1e-6 * 5);
  }
}

// The first gap is that of the whole run, not of the part since a checkpoint.
TEST(DefaultStop, IsTheSameForARunThatWasResumed) {
  const auto run = [](const Options& options) {
    return minimize(distance_to(Vector{{0.1, 0.2}}, 0, 1), L2Ball(2, 1.0), Vector::Unit(2, 0),
                    options);
  };
  const Result whole = run(searching());
  auto kept = std::make_shared<Checkpoint>();
  Options part = searching();
  part.max_iterations = whole.counts.iterations / 2;
  part.checkpoint.save = [&](const Checkpoint& checkpoint) { *kept = checkpoint; };
  run(part);
  Options rest = searching();
  rest.resume = kept;
  const Result resumed = run(rest);
  EXPECT_EQ(resumed.message, whole.message);
  EXPECT_EQ(resumed.counts.iterations, whole.counts.iterations);
}

TEST(DefaultStop, IsReplacedByWhatIsGiven) {
  const auto run = [](const Options& options) {
    return minimize(distance_to(Vector{{1.4, 0.8}}, 1, 1), L2Ball(2, 1.0), -Vector::Unit(2, 0),
                    options);
  };
  Options options = searching();
  const Result usual = run(options);
  options.relative_gap_tolerance = 1e-2;
  const Result coarse = run(options);
  options.relative_gap_tolerance = 1e-12;
  const Result fine = run(options);
  EXPECT_LT(coarse.counts.iterations, usual.counts.iterations);
  EXPECT_LT(usual.counts.iterations, fine.counts.iterations);
  EXPECT_LE(fine.gap, 1e-12 * fine.value) << fine.message;
}

}  // namespace
}  // namespace acgd
