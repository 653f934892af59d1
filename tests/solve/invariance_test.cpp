// A run does not depend on units: scaling f or x scales the iterates; adding a constant or
// permuting the coordinates changes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "acgd/step/line_search.hpp"

namespace acgd {
namespace {

constexpr Index kSize = 12;

/// factor * f(x / length) + constant for f(x) = sum w_i (x_i - c_i)^2 / 2 + (x_i - c_i)^4 / 4, the
/// sums over the coordinates in the given order.
struct Units {
  double factor = 1;
  double length = 1;
  double constant = 0;
  std::vector<Index> order = {};
};

double center(Index i) { return 0.3 * static_cast<double>(i % 5) - 0.4; }
double weight(Index i) { return 1 + static_cast<double>(i % 3); }

Function function(const Units& units) {
  const auto original = [order = units.order](Index i) { return order.empty() ? i : order[i]; };
  return Function(
      kSize,
      [=](const Vector& x) {
        double sum = 0;
        for (Index i = 0; i < kSize; ++i) {
          const double y = x[i] / units.length - center(original(i));
          sum += weight(original(i)) * y * y / 2 + y * y * y * y / 4;
        }
        return units.factor * sum + units.constant;
      },
      [=](const Vector& x, Vector& g) {
        for (Index i = 0; i < kSize; ++i) {
          const double y = x[i] / units.length - center(original(i));
          g[i] = units.factor / units.length * (weight(original(i)) * y + y * y * y);
        }
      });
}

/// The iterates of a run over a ball of radius units.length.
template <class Ball>
std::vector<Vector> path(const Units& units, const StepChoice& step, Index iterations) {
  std::vector<Vector> points;
  Vector x0 = Vector::Zero(kSize);
  const auto first = std::find(units.order.begin(), units.order.end(), 0);
  x0[first == units.order.end() ? 0 : first - units.order.begin()] = units.length;
  for (Index k = 0; k <= iterations; ++k) {
    const Options options{
        .direction = FrankWolfe{}, .step = step, .max_iterations = k, .gap_tolerance = 0};
    points.push_back(minimize(function(units), Ball(kSize, units.length), x0, options).x);
  }
  return points;
}

// Powers of two scale without rounding: all bits must agree.
TEST(Invariance, PowersOfTwoScaleIteratesExactly) {
  for (const Units& units :
       {Units{.factor = 0x1p20}, Units{.factor = 0x1p-20}, Units{.length = 0x1p10},
        Units{.length = 0x1p-10}, Units{.factor = 0x1p-300}, Units{.length = 0x1p200}}) {
    const auto scaled = path<L2Ball>(units, AdaptiveConstant{}, 30);
    const auto plain = path<L2Ball>({}, AdaptiveConstant{}, 30);
    const auto scaled_adjustable = path<L1Ball>(units, AdaptiveAdjustable{}, 30);
    const auto plain_adjustable = path<L1Ball>({}, AdaptiveAdjustable{}, 30);
    for (std::size_t k = 0; k < plain.size(); ++k) {
      ASSERT_EQ(scaled[k], units.length * plain[k]) << "iteration " << k;
      ASSERT_EQ(scaled_adjustable[k], units.length * plain_adjustable[k]) << "iteration " << k;
    }
  }
}

void expect_close(const std::vector<Vector>& path, const std::vector<Vector>& plain,
                  double length) {
  for (std::size_t k = 0; k < plain.size(); ++k) {
    ASSERT_LE((path[k] / length - plain[k]).norm(), 1e-7) << "iteration " << k;
  }
}

TEST(Invariance, OtherFactorsScaleIteratesUpToRounding) {
  for (const Units& units :
       {Units{.factor = 1e6}, Units{.factor = 1e-6}, Units{.length = 1e5}, Units{.length = 1e-5}}) {
    expect_close(path<L2Ball>(units, AdaptiveConstant{}, 30),
                 path<L2Ball>({}, AdaptiveConstant{}, 30), units.length);
    expect_close(path<L2Ball>(units, LineSearch{}, 30), path<L2Ball>({}, LineSearch{}, 30),
                 units.length);
    expect_close(path<L2Ball>(units, Secant{}, 30), path<L2Ball>({}, Secant{}, 30), units.length);
  }
}

// Least squares scaled by 1e-30 and by 1e30: the same relative gap.
TEST(Invariance, RelativeGapsAreReachedInAnyUnits) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  const Matrix a = Matrix::NullaryExpr(30, 10, [&] { return normal(random); });
  const Vector b = Vector::NullaryExpr(30, [&] { return normal(random); });
  for (const double factor : {1e-30, 1.0, 1e30}) {
    for (const double length : {1e-20, 1.0, 1e20}) {
      for (const StepChoice& step : {StepChoice(AdaptiveConstant{}), StepChoice(Backtracking{}),
                                     StepChoice(AdaptiveAdjustable{})}) {
        const LeastSquares f(a / length, b, {.factor = factor});
        const Options options{.direction = FrankWolfe{},
                              .step = step,
                              .gap_tolerance = 0,
                              .relative_gap_tolerance = 1e-3};
        const Result result = minimize(f, L1Ball(10, 0.3 * length), options);
        EXPECT_EQ(result.status, Status::gap_reached)
            << factor << ", " << length << ": " << result.message;
      }
    }
  }
}

TEST(Invariance, ConstantDoesNotChangeIterates) {
  const auto with = path<L2Ball>({.constant = 1e8}, AdaptiveConstant{}, 12);
  const auto without = path<L2Ball>({}, AdaptiveConstant{}, 12);
  for (std::size_t k = 0; k < with.size(); ++k) {
    // The decrease test resolves f to 1e-8 and uses slopes below; both accept nearly the same
    // steps.
    EXPECT_LE((with[k] - without[k]).norm(), 1e-3) << "iteration " << k;
  }
  const Options options{
      .direction = FrankWolfe{}, .step = AdaptiveConstant{}, .gap_tolerance = 1e-11, .trace = true};
  const Result result =
      minimize(function({.constant = 1e8}), L2Ball(kSize, 1.0), Vector::Unit(kSize, 0), options);
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  for (const Record& record : result.trace) EXPECT_LE(record.backtracks, 8);
}

TEST(Invariance, OrderOfCoordinatesDoesNotMatter) {
  std::vector<Index> order(kSize);
  std::iota(order.begin(), order.end(), Index{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
  const auto shuffled = path<L2Ball>({.order = order}, AdaptiveAdjustable{}, 30);
  const auto plain = path<L2Ball>({}, AdaptiveAdjustable{}, 30);
  for (std::size_t k = 0; k < plain.size(); ++k) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      ASSERT_NEAR(shuffled[k][static_cast<Index>(i)], plain[k][order[i]], 1e-7);
    }
  }
}

TEST(Invariance, RelativeTolerancesScaleAndAbsoluteOnesDoNot) {
  const auto iterations = [](const Units& units, double absolute, double relative) {
    const Options options{.direction = FrankWolfe{},
                          .step = AdaptiveConstant{},
                          .gap_tolerance = absolute,
                          .relative_gap_tolerance = relative};
    const Result result =
        minimize(function(units), L2Ball(kSize, 1.0), Vector::Unit(kSize, 0), options);
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_LE(result.gap, std::max(absolute, relative * std::abs(result.value)));
    return result.counts.iterations;
  };
  const Units large{.factor = 0x1p20};
  EXPECT_EQ(iterations(large, 0, 1e-6), iterations({}, 0, 1e-6));
  EXPECT_EQ(iterations(large, 0x1p20 * 1e-6, 0), iterations({}, 1e-6, 0));
  EXPECT_GT(iterations(large, 1e-6, 0), iterations({}, 1e-6, 0));
}

}  // namespace
}  // namespace acgd
