// Runs with default tolerances end at the same point for any units of f and x, constants in f and
// starts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/function.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "support/decompositions.hpp"
#include "support/same_bits.hpp"
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
TEST(DefaultStop, IsInvariantUnderUnitsOfFunction) {
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

TEST(DefaultStop, EndsWhereMinimumIsZero) {
  for (const double unit : {0x1p-60, 1.0, 0x1p60}) {
    const Vector inside{{0.1, 0.2}};
    const Result result =
        minimize(distance_to(inside, 0, unit), L2Ball(2, 1.0), Vector::Unit(2, 0), searching());
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    // d'Hd / 2 = |d|^2 / 2 along d = -(1, 0) - g / |g|, where g = (0.9, -0.2).
    EXPECT_NE(result.message.find("the variation of f"), std::string::npos) << result.message;
    EXPECT_LE(result.gap, 1e-7 * unit * (1 + 0.9 / std::sqrt(0.85)) * (1 + 1e-6));
    EXPECT_LE(result.value, result.gap);
  }
}

TEST(DefaultStop, UnconstrainedIsMillionthOfFirstGradient) {
  for (const double unit : {0x1p-60, 1.0, 0x1p60}) {
    const Vector c{{3, -4}};
    // With 1e3 units |f| is 1e6 times as large as the final gradient norm.
    const Result result =
        descend(distance_to(c, 1e3, unit), L2Ball(2, 1.0), Vector::Zero(2), searching());
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_LE((result.x - c).norm(), 1e-6 * 5);
  }
}

/// The nearest point of the simplex (Held, Wolfe and Crowder 1974).
Vector nearest_in_simplex(const Vector& target) {
  Vector sorted = target;
  std::sort(sorted.data(), sorted.data() + sorted.size(), std::greater<>());
  double sum = 0, shift = 0;
  for (Index i = 0; i < sorted.size(); ++i) {
    sum += sorted[i];
    const double candidate = (sum - 1) / static_cast<double>(i + 1);
    if (sorted[i] > candidate) shift = candidate;
  }
  return (target.array() - shift).max(0).matrix();
}

// The range of |x - target|^2 over the simplex is between 1 and 2.
TEST(DefaultStop, IsInvariantUnderConstantUnitAndStart) {
  const Vector target{{0.2, 0.5, 0.9}};
  const Vector nearest = nearest_in_simplex(target);
  const double least = (nearest - target).squaredNorm();
  const Vector near = nearest_in_simplex(nearest + Vector{{1e-5, -2e-5, 3e-5}});
  for (const DirectionChoice& direction :
       {DirectionChoice(Away{}), DirectionChoice(Pairwise{}), DirectionChoice(BlendedPairwise{}),
        DirectionChoice(Auto{})}) {
    for (const double unit : {1e-12, 1.0, 1e12}) {
      for (const double constant : {0.0, -least, 1.0, 1e6, 1e8}) {
        const Function f(
            3, [=](const Vector& x) { return unit * ((x - target).squaredNorm() + constant); },
            [=](const Vector& x, Vector& g) { g = 2 * unit * (x - target); });
        for (const Vector& x0 : {Vector(Vector::Unit(3, 0)), nearest, near}) {
          const Result result = minimize(f, Simplex(3), x0, {.direction = direction});
          EXPECT_TRUE(is_converged(result.status)) << result.message;
          EXPECT_LE((result.x - target).squaredNorm() - least, 1e-6)
              << unit << " " << constant << " " << result.message;
        }
      }
    }
  }
}

// Least squares provides the loss of its null model: a far start in a large ball has no effect.
TEST(DefaultStop, OfLeastSquaresDoesNotDependOnStart) {
  const Matrix a{{1, 2, 0.5}, {0, 1, -1}, {2, 0, 1}, {1, 1, 1}};
  const Vector b = a * Vector{{0.3, -0.2, 0.1}} + Vector{{1e-3, -2e-3, 1e-3, 0}};
  const double least =
      (a * acgd_test::solve(a.transpose() * a, a.transpose() * b) - b).squaredNorm();
  const LeastSquares f(a, b);
  for (const DirectionChoice& direction : {DirectionChoice(Auto{}), DirectionChoice(Pairwise{})}) {
    for (const double radius : {1.0, 1e3, 1e6}) {
      for (const double start : {0.0, 1.0}) {
        const Result result = minimize(f, L1Ball(3, radius), start * radius * Vector::Unit(3, 1),
                                       {.direction = direction});
        EXPECT_TRUE(is_converged(result.status)) << result.message;
        EXPECT_LE(result.value - least, 1e-9 * b.squaredNorm() + 1e-6 * least)
            << radius << " " << start << " " << result.message;
      }
    }
  }
}

// Convex functions with their minimum 0 at 0 or at a point of length 3, from starts near and far.
TEST(DefaultStop, UnconstrainedDoesNotDependOnStart) {
  const Vector curvature = Vector::LinSpaced(5, 1, 100);
  const Vector start = Vector{{1, 1, -1, 1, 0.5}}.normalized();
  for (const Vector& center : {Vector(Vector::Zero(5)), Vector{{1, -2, 2, 0, 0}}}) {
    for (const double constant : {0.0, 1e6}) {
      const Function quadratic(
          5,
          [=](const Vector& x) {
            return constant + 0.5 * (x - center).dot(curvature.cwiseProduct(x - center));
          },
          [=](const Vector& x, Vector& g) { g = curvature.cwiseProduct(x - center); });
      const Function quartic(
          5, [=](const Vector& x) { return constant + (x - center).array().pow(4).sum(); },
          [=](const Vector& x, Vector& g) { g = 4 * (x - center).array().cube(); });
      for (const Function* f : {&quadratic, &quartic}) {
        for (const double scale : {1.0, 1e2, 1e4, 1e6}) {
          const Result result = descend(*f, L2Ball(5, 1.0), scale * start);
          EXPECT_TRUE(is_converged(result.status)) << result.message;
          EXPECT_LE((result.x - center).norm(), 1e-3) << scale << " " << result.message;
          const Result again = descend(*f, L2Ball(5, 1.0), result.x);
          EXPECT_TRUE(is_converged(again.status)) << again.message;
        }
      }
    }
  }
}

// |x| has a kink at its minimum: the gradient does not vanish.
TEST(DefaultStop, UnconstrainedReportsNoSuccessAtKink) {
  const Function f(
      1, [](const Vector& x) { return std::abs(x[0]); },
      [](const Vector& x, Vector& g) { g[0] = x[0] < 0 ? -1 : 1; });
  const Result result = descend(f, L2Ball(1, 1.0), Vector::Ones(1));
  EXPECT_FALSE(is_converged(result.status)) << result.message;
}

// Values in single precision, as PyTorch and JAX compute them: the run ends at their accuracy.
TEST(DefaultStop, EndsAtRoundingErrorOfSinglePrecision) {
  const Vector center{{0.7, -0.3, 0.45, 0.11}};
  int evaluations = 0;
  const Function f(
      4,
      [&](const Vector& x) {
        ++evaluations;
        const Eigen::VectorXf e = (x - center).cast<float>();
        return static_cast<double>(3.7f + e.squaredNorm());
      },
      [&](const Vector& x, Vector& g) {
        const Eigen::VectorXf e = 2.0f * (x - center).cast<float>();
        g = e.cast<double>();
      });
  for (const double radius : {0.5, 2.0}) {
    evaluations = 0;
    const Result result = minimize(f, L2Ball(4, radius), Vector::Unit(4, 1) * radius);
    EXPECT_TRUE(is_converged(result.status)) << result.message;
    EXPECT_LE(evaluations, 200);
    const Vector nearest = center * std::min(1.0, radius / center.norm());
    EXPECT_LE((result.x - nearest).norm(), 1e-3) << result.message;
  }
}

// The largest gap is that of the whole run, not of the part since a checkpoint.
TEST(DefaultStop, IsSameForResumedRun) {
  const auto run = [](const Options& options) {
    return minimize(distance_to(Vector{{0.1, 0.2}}, 0, 1), L2Ball(2, 1.0), Vector::Unit(2, 0),
                    options);
  };
  const Result whole = run(searching());
  const Result resumed = acgd_test::resumed_at(whole.counts.iterations / 2, searching(), run);
  EXPECT_EQ(resumed.message, whole.message);
  EXPECT_EQ(resumed.counts.iterations, whole.counts.iterations);
}

// Over a set much wider than the distances moved, x must have converged, too: also where the run is
// resumed.
TEST(DefaultStop, IsSameForRunOverWideSetResumedAnywhere) {
  const auto run = [](const Options& options) {
    return minimize(distance_to(Vector{{0.3, -0.4}}, 0, 1), Box(2, -1e5, 1e5), Vector{{1, 2}},
                    options);
  };
  const Options options{.direction = FrankWolfe{}, .step = Backtracking{}, .max_iterations = 500};
  const Result whole = run(options);
  for (Index cut = 1; cut < whole.counts.iterations; ++cut) {
    const Result resumed = acgd_test::resumed_at(cut, options, run);
    ASSERT_EQ(resumed.message, whole.message) << cut;
    ASSERT_EQ(resumed.counts.iterations, whole.counts.iterations) << cut;
  }
}

TEST(DefaultStop, IsReplacedByGivenTolerances) {
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
